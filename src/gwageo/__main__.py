"""`python -m gwageo` is the command `gwageo`."""

from gwageo.cli import main

if __name__ == "__main__":
    main()

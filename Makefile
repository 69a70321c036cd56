# Two commands do all the set-up: `make demo` and `make test`. Everything they make lies in .venvs and can be deleted.

PYTHON ?= python3
VENVS  ?= .venvs
DEMO   := $(VENVS)/demo
DEV    := $(VENVS)/dev
PIP    := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test check unit format golden bench clean

## Examine the embedded model on the bundled quick set and print the result.
demo: $(DEMO)/ready
	$(DEMO)/bin/gwageo run

## Lint, format, types, the import rule, and every test: what CI runs.
test: check unit

check: $(DEV)/ready
	$(DEV)/bin/ruff check .
	$(DEV)/bin/ruff format --check .
	$(DEV)/bin/mypy
	$(DEV)/bin/lint-imports

unit: $(DEV)/ready
	$(DEV)/bin/python -m pytest

format: $(DEV)/ready
	$(DEV)/bin/ruff check --fix .
	$(DEV)/bin/ruff format .

## Accept the golden files as they are now; read the difference before you commit it.
golden: $(DEV)/ready
	UPDATE_GOLDEN=1 $(DEV)/bin/python -m pytest -q -m "not slow"
	git diff --stat -- tests/golden

## Long measurements: speed against a peer, kills, memory, statistics, puzzles. Figures go to standard output.
bench: $(DEV)/ready
	$(DEV)/bin/python $(PIP) 'lm-eval>=0.4.9'
	$(DEV)/bin/python benchmarks/loglikelihood.py --all
	$(DEV)/bin/python benchmarks/memory.py
	$(DEV)/bin/python benchmarks/kill.py
	$(DEV)/bin/python benchmarks/api_speed.py
	$(DEV)/bin/python benchmarks/api_speed.py --latency
	$(DEV)/bin/python benchmarks/api_speed.py --memory
	$(DEV)/bin/python benchmarks/api_kill.py
	$(DEV)/bin/python benchmarks/api_faults.py
	$(DEV)/bin/python benchmarks/judging.py
	$(DEV)/bin/python benchmarks/analysis.py
	$(DEV)/bin/python benchmarks/diagnosis.py
	$(DEV)/bin/python benchmarks/coverage.py
	$(DEV)/bin/python benchmarks/pairs.py
	$(DEV)/bin/python benchmarks/soundness.py
	$(DEV)/bin/python benchmarks/million.py
	@if [ -n "$$GWAGEO_TEST_DATA" ]; then $(DEV)/bin/python benchmarks/distributions.py; \
	else echo "benchmarks/distributions.py needs GWAGEO_TEST_DATA and is left out"; fi

$(DEMO)/ready: pyproject.toml constraints.txt
	@echo "Installing gwageo with the local extra into $(DEMO)"
	@began=$$(date +%s); \
	$(PYTHON) -m venv $(DEMO) && \
	$(DEMO)/bin/python $(PIP) '.[local]' && \
	echo "Installed in $$(( $$(date +%s) - began )) s"
	@touch $@

$(DEV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(DEV)
	$(DEV)/bin/python $(PIP) --editable '.[local,hub,ifeval,math,api,analysis,dev]'
	@touch $@

clean:
	rm -rf $(VENVS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info

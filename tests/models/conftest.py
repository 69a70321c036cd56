"""One thread: the models are tiny, and threads that wait for each other are slow beside other processes."""

import pytest

torch = pytest.importorskip("torch")
torch.set_num_threads(1)

# make app   sets up .venv where needed and opens the program
# make test  sets up .venv where needed and runs every check and test
# make venv  the set-up alone

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
READY := $(VENV)/.ready

.PHONY: app test venv clean

app: venv
	$(VENV)/bin/chunkscope

test: venv
	$(VENV)/bin/python -m pytest -n 2 --dist loadgroup

venv: $(READY)

# Only a change of what is installed makes the set-up run again.
$(READY): pyproject.toml constraints.txt
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)/bin/python -m pip install --quiet --constraint constraints.txt --editable . --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

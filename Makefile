# make app       open the program, installed without the developers' tools
# make check     run the linter, the formatter, the layer contracts and the type checkers
# make test      run the checks, then the default tests
# make test-all  run the checks, then every test with more examples; about half an hour
# make lock      choose the versions in app.lock again; commit it after make test
# make venv      create or update .venv with the developers' tools, which every target but app does first

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
APP := $(VENV)/.app
DEV := $(VENV)/.dev
# On Linux, torch is the build for the processor; with CUDA: make app TORCH_INDEX=
TORCH_INDEX := https://download.pytorch.org/whl/cpu
PYTEST := -n 2 --dist worksteal
TSC := node_modules/.bin/tsc

# The tests start many processes; without the byte code each would compile the program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: app check check-python check-web lock test test-all venv clean

app: $(APP)
	$(VENV)/bin/chunkscope

check: check-python check-web

check-python: venv
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy

check-web:
	@if command -v node >/dev/null && test -x $(TSC); then $(TSC) --project chunking/gui; \
	elif test "$$CI" = true; then echo "Node or $(TSC) is missing: npm install" >&2; exit 1; \
	else echo "skipped the types of the browser's modules: they need Node and npm install"; fi

test: check
	$(VENV)/bin/python -m pytest $(PYTEST)

test-all: check
	HYPOTHESIS_PROFILE=full $(VENV)/bin/python -m pytest $(PYTEST) -m ""

venv: $(DEV)

# torch is pinned by its version alone: its builds for the CPU are other files than those on PyPI.
define install
test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
$(VENV)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
if test "$$(uname -s)" = Linux -a -n "$(TORCH_INDEX)"; then $(VENV)/bin/python -m pip install --quiet --retries 0 --timeout 10 --no-deps --constraint constraints.txt --index-url $(TORCH_INDEX) torch \
  || echo "$(TORCH_INDEX) does not answer: torch comes from the index of the other packages" >&2; fi
$(VENV)/bin/python -m pip install --quiet --no-deps --only-binary :all: --require-hashes --requirement app.lock
$(VENV)/bin/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable ".[documents]"
endef

# Both run again only after a change of the dependencies.
$(APP): pyproject.toml constraints.txt app.lock
	$(install)
	touch $@

$(DEV): pyproject.toml constraints.txt app.lock
	$(install) --group dev
	touch $(APP) $@

# Without torch, but with what it needs on every system.
lock: venv
	$(VENV)/bin/python -m pip install --quiet uv
	echo "torch; sys_platform == 'never'" > $(VENV)/override.txt
	$(VENV)/bin/uv pip compile pyproject.toml --extra documents --group build --constraint constraints.txt \
	  --override $(VENV)/override.txt --universal --python-version 3.11 --no-emit-package torch --generate-hashes \
	  --no-header --no-annotate --upgrade --quiet --output-file app.lock
	sed -i.before -E "s/ (;|and) sys_platform == 'never'//" app.lock
	rm app.lock.before

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

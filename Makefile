# make paper     install, reproduce what is there at quick scale, say where the figures are
# make test      install, then lint, types, import contract, tests and doctests
# make test-all  the same with the long tests; needs chromium for those of pages
# make bench     speed, as ratios within one run
PYTHON ?= python3
BIN := .venv/bin

.PHONY: paper test test-all bench lint clean

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("begreedy needs Python 3.11 or newer; set PYTHON=..." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

paper: .venv/ready
	$(BIN)/begreedy paper --scale quick --out results

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/python -m pytest -n 2 -m 'not long'

test-all: lint
	BEGREEDY_REQUIRE_BROWSER=1 BEGREEDY_REQUIRE_POSTGRES=1 $(BIN)/python -m pytest -n 2

bench: .venv/ready
	$(BIN)/begreedy bench

clean:
	rm -rf .venv build dist results

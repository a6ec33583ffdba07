# make paper     install, reproduce what is there at quick scale, say where the figures are
# make test      install, then lint, types, import contract, tests and doctests
# make test-all  the same with the long tests; needs chromium for those of pages
# make test-versions  the quick tests of what depends on Python's version, on each of 3.11, 3.12, 3.13 that is there
# make docs      the site, in build/docs/index.html: opens from disk, with search
# make coverage  which lines of the package the tests run, but for compiled functions; at least 90 %
# make bench     speed, as ratios within one run
PYTHON ?= python3
BIN := .venv/bin

.PHONY: paper test test-all test-versions coverage docs bench lint clean

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# What the paper needs is installed in half the time of what developers need.
.venv/paper: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("begreedy needs Python 3.11 or newer; set PYTHON=..." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) -e '.[report]'
	touch $@

.venv/ready: .venv/paper
	$(PIP) --upgrade pip # that knows dependency groups
	$(PIP) -e '.[all]' --group dev
	touch $@

paper: .venv/paper
	$(BIN)/begreedy paper --scale quick --out results

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/repo-review --show err .

test: lint
	$(BIN)/python -m pytest -n 2 -m 'not long'

test-all: lint
	BEGREEDY_REQUIRE_BROWSER=1 BEGREEDY_REQUIRE_POSTGRES=1 $(BIN)/python -m pytest -n 2

# Recorded digits, bytecode, sources and names: what another Python could do otherwise.
VERSIONS := 3.11 3.12 3.13
OF_VERSIONS := tests/engine/test_same_digits.py tests/engine/test_plain.py tests/compile/test_explain.py \
	tests/types/test_arguments.py tests/testing/test_guard.py tests/values/test_texts.py

test-versions:
	@PATH="$$(printf '%s:' $$HOME/.pyenv/versions/*/bin)$$PATH"; for version in $(VERSIONS); do \
		python=$$(command -v python$$version) || { echo "Python $$version: not installed"; continue; }; \
		echo "Python $$version: $$python"; \
		env=.venvs/$$version; \
		test -x $$env/bin/python || $$python -m venv $$env || exit 1; \
		$$env/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e . \
			hypothesis pytest pytest-timeout scipy || exit 1; \
		$$env/bin/python -m pytest -p no:cacheprovider -m 'not long' $(OF_VERSIONS) || exit 1; \
	done

coverage: .venv/ready
	rm -rf build/coverage
	PYTHONPATH=tests $(BIN)/python -m pytest -n 2 -m 'not long' -p support.covered --cov --cov-report=
	$(BIN)/python tests/support/covered.py 90

docs: .venv/ready
	$(BIN)/python -m sphinx -W --keep-going -q -d build/doctrees docs build/docs
	@echo build/docs/index.html

bench: .venv/ready
	$(BIN)/begreedy bench

clean:
	rm -rf .venv .venvs build dist results docs/made_gallery docs/api/names

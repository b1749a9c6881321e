# make demo · make test: each sets up .venv when it is missing. PYTHON names another interpreter (3.11 or newer), EXTRAS what is fetched
# beside the core (dev,browser brings what pages are tested with).
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
EXTRAS ?= dev
READY := $(VENV)/.ready
# Tests start hundreds of processes: whatever the environment says, modules are compiled once, beside the tree.
COMPILED := env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX=$(CURDIR)/build/pycache
FORMATTED := docs/templates tests/cli/warm tests/seeds.py tests/shape/test_distribution.py tests/referees
PYTEST := $(COMPILED) $(RUN) -m pytest -n 2 --dist worksteal

.PHONY: help set-up demo test test-all check fuzz bench docs profile
help:
	@echo "make demo      play the tutorial game, search a minute for the best score against Emil, and write emil.html"
	@echo "make build     compile the kernels in place"
	@echo "make test      the tests"
	@echo "make test-all  the long ones too"
	@echo "make check     linter, formatter, types, import layers, tests; what has to be green before a change is handed in"
	@echo "make fuzz      feed 200,000 bad inputs"
	@echo "make bench     measure"
	@echo "make profile   where a command spends its time: make profile COMMAND='solve hanoi'"
	@echo "make docs      the documentation as a site, with search and the games to play: make docs EXTRAS=dev,docs"

set-up: $(READY)

demo: $(READY)
	@$(RUN) -m regelwerk.cli.demo

build: $(READY)
	@$(RUN) setup.py build_ext --inplace

test: $(READY)
	@$(PYTEST) -m "not long"

test-all: $(READY)
	@$(PYTEST)

check: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check $(FORMATTED)
	@$(RUN) -m mypy
	@$(VENV)/bin/lint-imports
	@$(PYTEST) -m "not long"

fuzz: $(READY)
	@$(RUN) -m tests.fuzz.run 200000 --record

bench: $(READY)
	@$(RUN) -m bench.run

profile: $(READY)
	@$(RUN) -m bench.profile $(or $(COMMAND),solve hanoi)

docs: $(READY)
	@$(RUN) -m handbook.build

$(READY): pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Regelwerk needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "setting up $(VENV) …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable ".[$(EXTRAS)]"
	@touch $@

# Every target but `help` makes the environment .venv by itself, and anew when what it is made from has changed.
# Needs GNU make and a Python of 3.11 or later with venv. To use another: make play PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8765
DM_PORT ?= 8766
TESTS ?=
MARKS ?= not slow and not server
# One more than there are processors: a test waits now and then, for a socket or the store.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
DATABASE ?= $(shell $(BIN)/python -c 'import dotenv; print(dotenv.dotenv_values(".env").get("DATABASE") or "wyrmhall.sqlite3")')

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
SOURCES := $(wildcard *.py docs/*.py) benchmarks cogs engine host languages play players render tables tests
CATALOGUES := $(wildcard languages/*.po)
BENCHMARKS := $(filter-out floor plain_knot probed,$(basename $(notdir $(wildcard benchmarks/[a-z]*.py))))

# Where it is set, each process of the tests would compile every module again: ten seconds of a processor
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test slow check game game-test bench backup restore clean

help:  ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST)

play: $(VENV)/play.stamp  ## Play in the browser, without Discord (PORT, DM_PORT: of its two pages)
	@$(BIN)/python -m play --port $(PORT) --dm-port $(DM_PORT)

test: $(VENV)/test.stamp  ## The tests, but the slow ones and those on PostgreSQL (TESTS: which; WORKERS: how many at once)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(MARKS)" $(TESTS)

slow: $(VENV)/test.stamp  ## The slow tests: kills, sockets, whole games, a browser, 20,000 simulated days
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m slow $(TESTS)

check: $(VENV)/test.stamp  ## Linters, types, and all tests but the slow ones
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(SOURCES)
	@$(MAKE) --no-print-directory test MARKS="not slow"

game: $(VENV)/test.stamp  ## Begin a game: files that run already (KEY: as liars-dice; TITLE: as players read it)
	@$(BIN)/python -m tests.toys.new_game '$(KEY)' "$(TITLE)"
	@$(BIN)/ruff check --quiet --fix --select I . && $(BIN)/ruff format --quiet .
	@$(BIN)/python -m tests.engine.golden '$(KEY)'

game-test: $(VENV)/test.stamp  ## All that holds one game, the engine first (KEY: which)
	@$(BIN)/python -m tests.of_a_game '$(KEY)'

bench: $(VENV)/test.stamp  ## The benchmarks
	@for one in $(BENCHMARKS); do echo "== $$one"; $(BIN)/python -m benchmarks.$$one || exit; done

backup: $(VENV)/play.stamp  ## Copy the database while the bot plays on (DATABASE: which)
	@mkdir -p backups
	@$(BIN)/python -m tables.tools.backup '$(DATABASE)' backups/$$(date -u +%Y-%m-%dT%H%M%SZ).sqlite3

restore: $(VENV)/play.stamp  ## Put a copy in the place of the database, of which no bot plays (COPY, DATABASE: which)
	@$(BIN)/python -m tables.tools.restore '$(COPY)' '$(DATABASE)'

clean:  ## Remove the environment and what the tools left
	rm -rf $(VENV) *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Wyrmhall needs Python 3.11 or later: make PYTHON=...")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: pyproject.toml constraints.txt $(CATALOGUES) | $(VENV)/bin/python
	@echo "Installing what it needs into $(VENV): a minute or two, once."
	@$(PIP) -e '.[play]'
	@$(BIN)/python -m languages compile
	@touch $@

$(VENV)/test.stamp: pyproject.toml constraints.txt $(CATALOGUES) | $(VENV)/bin/python
	@echo "Installing what the tests need into $(VENV): a minute or two, once."
	@$(PIP) -e '.[test]'
	@$(BIN)/python -m languages compile
	@touch $@ $(VENV)/play.stamp

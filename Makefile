# Everything a newcomer needs. `make play` plays, `make test` checks.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play serve test soak bench ladder docs golden lock clean

play: $(VENV)/.play
	@$(BIN)/omnibus play $(ARGS) || test $$? -eq 130

# The server on this machine alone, with SQLite: http://127.0.0.1:8000
serve: $(VENV)/.play
	@$(BIN)/omnibus serve $(ARGS)

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest --numprocesses auto --dist worksteal

# Every game, 1,000 random games for each number of seats, every check after every decision.
soak: $(VENV)/.test
	$(BIN)/python -m tests.soak

bench: $(VENV)/.test
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python -m benchmarks.server

# Every bot of every game against every other, at its own budget: hours. It can be stopped and gone on with.
ladder: $(VENV)/.test
	for game in london bus nextstation terminus; do $(BIN)/omnibus ladder $$game --out docs/ladder || exit; done

docs: $(VENV)/.test
	$(BIN)/python -m docs.write_rules
	$(BIN)/python -m docs.write_types

# Plays the golden games anew: only after a rule's behaviour, and so the ruleset version, has changed.
golden: $(VENV)/.test
	$(BIN)/python -m tests.golden

lock:
	uv pip compile --quiet --no-emit-index-url --generate-hashes --no-header -o requirements.lock pyproject.toml
	uv pip compile --quiet --no-emit-index-url --generate-hashes --no-header --extra arena --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

clean:
	rm -rf $(VENV)

$(VENV)/.play: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Omnibus needs Python 3.11 or newer: make play PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements-dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

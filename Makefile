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

test: $(VENV)/.test $(VENV)/.services web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	cd web && npx prettier --check . && npm run --silent check && npm test --silent
	$(BIN)/pytest --numprocesses auto --dist worksteal

# Every game, 1,000 random games for each number of seats, every check after every decision; then the server, raced,
# killed and attacked for long.
soak: $(VENV)/.test
	$(BIN)/python -m tests.soak
	$(BIN)/python -m tests.server.soak

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

# PostgreSQL and Redis for the tests of several server processes; who cannot install them sees those tests skipped.
$(VENV)/.services:
	@if test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	    && ! { command -v redis-server && ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1; then \
	    echo "Installing PostgreSQL and Redis (once) ..."; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql redis-server >/dev/null; \
	fi
	@touch $@

web/node_modules/.installed: web/package-lock.json
	@echo "Installing the browser client's packages (once) ..."
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# Everything a newcomer needs. `make play` plays in the browser, `make terminal` in the terminal; `make check`
# tells quickly whether all is well, `make test` surely.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENT := src/omnibus/server/static/index.html
FETCHED_PAGES := web/node_modules/.installed
CLIENT_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.html web/*.ts web/*.js web/*.json)

# Hundreds of processes run here: whatever one of them compiles is kept for the others.
unexport PYTHONDONTWRITEBYTECODE

# $(call say,English,French): a line in the language of the machine. (A comma would end the text.)
say = case "$${LANGUAGE:-$${LC_ALL:-$${LC_MESSAGES:-$$LANG}}}" in fr*) echo '$(strip $(2))' ;; *) echo '$(1)' ;; esac

.PHONY: play terminal serve check test lint collect web-types web-tests web-format soak bench ladder docs screenshots golden lock clean

# Tables on this machine alone, in your browser.
play: $(CLIENT) $(VENV)/.play
	@$(BIN)/omnibus serve --open $(ARGS)

terminal: $(VENV)/.play
	@$(BIN)/omnibus play $(ARGS) || test $$? -eq 130

# The same as a server among others: http://127.0.0.1:8000, and a log of every request. See docs/server.md.
serve: $(CLIENT) $(VENV)/.play
	@$(BIN)/omnibus serve $(ARGS)

# Two more than there are cores: tests wait for servers, browsers and clocks.
PYTEST = $(BIN)/pytest --numprocesses $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2) --dist worksteal

# What tells without running the program.
CHECKS = lint web-types web-tests web-format
BOTH_AT_ONCE = @$(MAKE) --no-print-directory --jobs=2 --output-sync

# What tells quickly: under two minutes on two cores.
check:
	$(BOTH_AT_ONCE) $(CHECKS)
	$(PYTEST) -m "not slow and not soak"

# Everything. While one core fetches and checks what is in Python, the other does so with the pages.
test:
	$(BOTH_AT_ONCE) FETCHED=$(FETCHED_PAGES) $(CHECKS) $(CLIENT) $(VENV)/.services collect
	$(PYTEST)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	for example in docs/examples/*/; do \
	    (cd $$example && MYPYPATH=$(CURDIR):. $(CURDIR)/$(BIN)/mypy --strict --explicit-package-bases --cache-dir $(CURDIR)/.mypy_cache/examples .) || exit; done
	$(BIN)/lint-imports --no-cache

# Looks for all tests, so that the workers find them compiled and need not do so each by itself.
collect: $(VENV)/.test
	@$(BIN)/pytest --collect-only --quiet --quiet > $(VENV)/collected || { cat $(VENV)/collected; exit 1; }

# Where what the pages are made with has been fetched; `make test` fetches it.
web-types web-tests web-format: $(FETCHED)
	test ! -e web/node_modules || { cd web && $(WEB_$@); }
WEB_web-types = npm run --silent check
WEB_web-tests = npm test --silent
WEB_web-format = npx prettier --check .

# Every game, 1,000 random games for each number of seats, every check after every decision; then the server, raced,
# killed and attacked for long; then whole games in a browser, by mouse, finger and keyboard.
soak: $(VENV)/.test $(VENV)/.services $(CLIENT)
	$(BIN)/python -m tests.soak
	$(PYTEST) -m soak
	$(BIN)/python -m tests.server.soak
	$(BIN)/python -m tests.browser.soak

bench: $(VENV)/.test $(VENV)/.services $(CLIENT)
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python -m benchmarks.views
	$(BIN)/python -m benchmarks.environments
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.browser

# Every bot of every game against every other, at its own budget: hours. It can be stopped and gone on with.
ladder: $(VENV)/.test
	for game in $$($(BIN)/python -c 'from omnibus.rules.shelf import OURS; print(*OURS)'); do \
	    $(BIN)/omnibus ladder $$game --games 24 --neighbours 100 --out docs/ladder || exit; done

docs: $(VENV)/.test
	$(BIN)/python -m docs.write_rules
	$(BIN)/python -m docs.write_observations
	$(BIN)/python -m docs.write_types

# The pictures in the README, taken in a real browser.
screenshots: $(VENV)/.test $(VENV)/.services $(CLIENT)
	$(BIN)/python -m docs.take_screenshots

# Plays the golden games anew: only after a rule's behaviour, and so the ruleset version, has changed.
golden: $(VENV)/.test
	$(BIN)/python -m tests.golden

lock:
	uv pip compile --quiet --no-emit-index-url --generate-hashes --no-header --extra server -o requirements.lock pyproject.toml
	uv pip compile --quiet --no-emit-index-url --generate-hashes --no-header --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

clean:
	rm -rf $(VENV)

# What is used is compiled when it is first used; to compile all that comes takes longer than to unpack it.
INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check --no-compile

$(VENV)/.play: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Omnibus needs Python 3.11 or newer: make play PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@$(call say,Setting up (once) ...,Installation (une seule fois)…)
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) -r requirements.lock
	@$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements-dev.lock
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

# PostgreSQL and Redis for the tests of several server processes, Chromium and Firefox for those in a browser; who
# cannot install them sees those tests skipped. Firefox apart, for not every system has firefox-esr.
$(VENV)/.services: Makefile | $(VENV)/.play
	@if test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	    && ! { command -v redis-server && command -v chromium && ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1; then \
	    echo "Installing PostgreSQL, Redis and Chromium (once) ..."; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql redis-server chromium >/dev/null; \
	fi
	@if test "$$(id -u)" = 0 && command -v apt-get >/dev/null && ! command -v firefox-esr >/dev/null; then \
	    echo "Installing Firefox (once) ..."; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq firefox-esr >/dev/null \
	        || echo "Firefox cannot be installed: its tests are skipped."; \
	fi
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(FETCHED_PAGES)
	@$(call say,Building the pages ...,Construction des pages…)
	@cd web && npm run --silent build -- --logLevel warn

$(FETCHED_PAGES): web/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null || { \
	    $(call say,The pages need Node 20 or newer (nodejs.org). To play in the terminal: make terminal,\
	        Les pages demandent Node 20 ou plus récent (nodejs.org). Pour jouer dans le terminal : make terminal); exit 1; }
	@$(call say,Fetching what the pages are made with (once) ...,Téléchargement des outils des pages (une seule fois)…)
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# Two commands do all the set-up on a fresh machine: make play, make test.
PORT ?= 8000
# 0.0.0.0 lets others in your network in.
HOST ?= 127.0.0.1
PYTHON ?= python3
BIN := .venv/bin
# http-ece, a few lines of Python that web push needs, is the one package without a wheel.
WHEELS := --quiet --require-hashes --only-binary :all: --no-binary http-ece
PIP := $(BIN)/pip --disable-pip-version-check install --no-compile
# uv takes a fraction of pip's time; pip may be set up for a registry that uv does not know.
INSTALL = $(BIN)/uv pip install --python $(BIN)/python $(1) || $(PIP) $(1)
LOCK := $(BIN)/uv pip compile --universal --generate-hashes --no-header --no-annotate --no-emit-index-url \
    --quiet --output-file
# Two workers per core, as many tests wait; with many cores, no more than there is work for.
WORKERS = $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
PYTEST = $(BIN)/pytest --numprocesses $(WORKERS) --maxprocesses 8 --dist worksteal --quiet
RULES := $(shell find src/inglenook/games -name '*.py' -o -name '*.json')
CLIENT := $(shell find client \( -name node_modules -o -path client/tests \) -prune -o -type f -print)
DATA := $(wildcard src/inglenook/games/*/*.json src/inglenook/words/*.json)
STATIC := src/inglenook/server/pages/static/index.html
READY := .venv/inglenook.stamp
BOARDGAMEIO := bench/boardgameio/node_modules/.package-lock.json
LIGHTHOUSE := bench/lighthouse/node_modules/.package-lock.json
ARTILLERY := bench/artillery/node_modules/.package-lock.json

# Tests load the same modules again and again: without bytecode they would be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-fast pytest pytest-fast check check-fast chromium bench bench-server bench-artillery soak \
    torture linearizable scan study-konexi studies notebooks docs test-docs test-deploy dist shots frames types format lock clean

play: $(READY)
	@$(BIN)/inglenook serve --host $(HOST) --port $(PORT)

# First what the games need; then the rest of what is installed, the client, the games, Chromium, the
# checks and the tests in parallel, each as soon as it has what it needs.
test: .venv/play.stamp
	@$(MAKE) --no-print-directory -j3 INSTALLED=.venv/test.stamp pytest check

# For everyday use: the rules, the laws, the tables on SQLite, types and style.
test-fast: .venv/play.stamp
	@$(MAKE) --no-print-directory -j3 INSTALLED=.venv/test.stamp pytest-fast check-fast

# Collected once beforehand: else every worker would compile the same modules to bytecode.
pytest: $(READY) .venv/test.stamp chromium
	@$(BIN)/pytest --collect-only --quiet > /dev/null
	@$(PYTEST)

pytest-fast: $(READY) .venv/test.stamp
	@$(PYTEST) -m "not long" -k "not postgres and not two_workers" tests/core tests/games tests/words \
	    tests/tables tests/store tests/test_catalogues.py tests/web/test_wire_types.py

check: check-fast $(STATIC)
	@nice $(BIN)/python tools/npm.py run --silent check
	@nice $(BIN)/python tools/npm.py test --silent

# They read the sources, so they need not wait until the games are compiled; being nice, they take what
# that leaves of the processor, and most of it while the package is installed and the tests collected.
check-fast: .venv/test.stamp
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@said=$$(PYTHONPATH=$(CURDIR)/src nice $(BIN)/lint-imports) || { echo "$$said"; exit 1; }
	@nice $(BIN)/mypy --no-error-summary

chromium: .venv/test.stamp
	@$(BIN)/python tools/chromium.py

bench: $(READY) .venv/bench.stamp chromium $(LIGHTHOUSE)
	@$(BIN)/python -m bench.importing
	@$(BIN)/python -m bench.starting
	@$(BIN)/python -m bench.kewbz
	@$(BIN)/python -m bench.words
	@$(BIN)/python -m bench.prolix
	@$(BIN)/python -m bench.conex
	@$(BIN)/python -m bench.konexi
	@$(BIN)/python -m bench.envs
	@$(BIN)/python -m bench.jax_kewbz
	@$(BIN)/python -m bench.loop
	@$(BIN)/python -m bench.lighthouse

# The server under load, and boardgame.io beside it: about ten minutes on an otherwise idle machine.
bench-server: $(READY) .venv/bench.stamp $(BOARDGAMEIO)
	@$(BIN)/python -m bench.server

# The server under the load of a tool that nobody here wrote: about two minutes.
bench-artillery: $(READY) .venv/bench.stamp $(ARTILLERY)
	@$(BIN)/python -m bench.artillery

# An hour of play; less with SOAK="--minutes 20", on PostgreSQL with SOAK="--contender postgresql-2".
soak: $(READY) .venv/bench.stamp
	@$(BIN)/python -m bench.soak $(SOAK)

# A quarter of an hour of faults; others with TORTURE="--minutes 2 --seed 7 --database-kind sqlite".
torture: $(READY) .venv/test.stamp
	@$(BIN)/python -m tests.torture $(TORTURE)

# Two minutes of faults, and a solver that nobody here wrote says whether one log explains all answers.
linearizable: $(READY) .venv/test.stamp .venv/linearizable.stamp
	@$(BIN)/python -m tests.torture --minutes 2 --history .venv/history.gz $(TORTURE)
	@.venv/linearizable/bin/python -m tests.torture.linearizable .venv/history.gz

# A scanner that nobody here wrote, in an environment of its own, looks at a server: some minutes.
scan: $(READY) .venv/test.stamp .venv/scan.stamp
	@$(BIN)/python tools/scan.py

# Bots play games with the real physics, on all cores: takes some minutes.
study-konexi: $(READY)
	@$(BIN)/python -m bench.study_konexi

# The games of docs/studies, kept in studies-data/, and their tables: some minutes.
studies: $(READY) .venv/test.stamp
	@$(BIN)/python -m bench.studies

# Every notebook is run from top to bottom.
notebooks: $(READY) .venv/docs.stamp
	@$(BIN)/python -W ignore tools/notebooks.py

# The documentation as a site, which the server then has under /docs.
docs: $(READY) .venv/docs.stamp
	@$(BIN)/python tools/docs

# The site as it was built is read in Chromium.
test-docs: .venv/docs.stamp .venv/test.stamp chromium
	@$(BIN)/pytest --quiet tools/docs/test_site.py

# The samples in deploy/ at work, with Debian's nginx, Caddy and systemd (installed if we are root).
test-deploy: $(READY) .venv/test.stamp
	@$(BIN)/python tools/deploy/proxies.py
	@$(BIN)/pytest --quiet tools/deploy/test_deploy.py

# Wheel and sdist into dist/, with the site inside, looked over by twine; and what comes with them, as
# an SBOM.
dist: docs
	@rm -rf dist && $(BIN)/python -m hatchling build
	@$(BIN)/twine check --strict dist/*
	@$(BIN)/cyclonedx-py requirements constraints/play.txt --pyproject pyproject.toml \
	    --output-reproducible --output-file dist/inglenook.cdx.json

# Every screen in five sizes, light and dark, into shots/, and small on one sheet, docs/screens.jpg.
shots: $(READY) chromium
	@$(BIN)/python -m tests.shots $(SHOTS)

# Frames a second: dragging on a slow processor, and Konexi's film drawn in software.
frames: $(READY) chromium
	@$(BIN)/python -m bench.frames

types: $(READY)
	@$(BIN)/python tools/wire_types.py

format: .venv/test.stamp
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .
	@$(BIN)/python tools/npm.py run --silent format

# The constraints files hold versions and hashes of everything that is installed.
lock: .venv/play.stamp
	@echo 'uv>=0.13' | $(LOCK) constraints/uv.txt -
	@for kind in play test docs bench; do \
	    groups="--extra server --group build"; [ $$kind = play ] || groups="$$groups --group $$kind -c constraints/play.txt"; \
	    $(LOCK) constraints/$$kind.txt pyproject.toml $$groups; done

clean:
	rm -rf .venv client/node_modules bench/*/node_modules src/inglenook/server/pages/static \
	    src/inglenook/server/pages/site dist

.venv/play.stamp: constraints/play.txt
	@sh tools/python.sh $(PYTHON) > /dev/null
	@echo "Installing into .venv (the first time takes a minute or two) …"
	@"$$(sh tools/python.sh $(PYTHON))" -m venv .venv
	@$(PIP) $(WHEELS) -r constraints/uv.txt
	@$(call INSTALL,$(WHEELS) -r constraints/play.txt)
	@touch $@

.venv/%.stamp: constraints/%.txt .venv/play.stamp
	@$(call INSTALL,$(WHEELS) -r constraints/$*.txt)
	@touch $@

.venv/scan.stamp: .venv/play.stamp
	@$(BIN)/python -m venv .venv/scan
	@.venv/scan/bin/pip --disable-pip-version-check install --quiet 'wapiti3>=3.2.3'
	@touch $@

.venv/linearizable.stamp: .venv/play.stamp
	@$(BIN)/python -m venv .venv/linearizable
	@.venv/linearizable/bin/pip --disable-pip-version-check install --quiet 'z3-solver>=4.13'
	@touch $@

# Numba keeps a function's machine code while its own file is unchanged, though a file it calls into
# may have changed: so a change in any of them discards all of it.
.venv/compiled.stamp: $(RULES) .venv/play.stamp
	@echo "Compiling the games …"
	@find src -name '*.nb[ci]' -delete
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python tools/compile.py
	@touch $@

$(STATIC): .venv/play.stamp hatch_build.py tools/npm.py $(CLIENT) $(DATA)
	@echo "Building the client …"
	@$(BIN)/python tools/npm.py ci --silent
	@$(BIN)/python tools/npm.py run --silent build
	@touch $@

# An editable install keeps Python changes live. Its build hook finds the client built, and refuses a
# lesson or a puzzle that breaks a rule. It waits until nothing else is being INSTALLED.
$(READY): .venv/play.stamp pyproject.toml $(STATIC) $(DATA) .venv/compiled.stamp | $(INSTALLED)
	@$(PIP) --quiet --no-build-isolation --no-deps --editable .
	@touch $@

# Without scripts: one of artillery's would fetch a browser that nobody here needs.
bench/%/node_modules/.package-lock.json: bench/%/package-lock.json .venv/play.stamp
	@$(BIN)/python tools/npm.py ci --silent --ignore-scripts --prefix $(CURDIR)/bench/$*
	@touch $@

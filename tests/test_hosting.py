"""The guide and the samples in deploy/ against the program they are about."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import typer.main
import yaml  # type: ignore[import-untyped] # no stubs are installed
from prometheus_client.metrics import MetricWrapperBase

from inglenook import metrics, uploads
from inglenook.cli import app
from inglenook.people import bots
from inglenook.tables import decide, pool
from inglenook.web import api
from inglenook.web import limits as of
from inglenook.web.openapi import document

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs/hosting.md").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
UVICORNS = {"FORWARDED_ALLOW_IPS"}
SERVE = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined] # a group


def served(*words: str) -> dict[str, Any]:
    """What `inglenook serve` makes of a command line; fails if it would fail."""
    command, *options = words
    assert command == "serve"
    with SERVE.make_context("serve", options) as context:
        return dict(context.params)


def test_the_unit_starts_the_program() -> None:
    unit = (DEPLOY / "inglenook.service").read_text()
    program, *words = shlex.split(re.findall(r"^ExecStart=(.*)$", unit, re.M)[0])
    # Where the guide installs it.
    assert program.removesuffix("/bin/inglenook") in HOSTING
    assert served(*words)["workers"] > 1, "it is reloaded, which one worker does not know"
    assert set(re.findall(r"INGLENOOK_\w+", unit)) <= {each.envvar for each in SERVE.params}
    folder = re.findall(r"^Environment=INGLENOOK_DATA=/var/lib/(\w+)$", unit, re.M)
    assert folder == re.findall(r"^StateDirectory=(\w+)$", unit, re.M)


def test_the_containers_fit_together() -> None:
    house, caddy = COMPOSE["inglenook"], COMPOSE["caddy"]
    options = served(*house["command"])
    assert options["host"] == "0.0.0.0"
    assert caddy["environment"]["INGLENOOK_SERVERS"] == f"inglenook:{options['port']}"
    names = {each.envvar for each in SERVE.params if each.envvar} | UVICORNS
    assert set(house["environment"]) <= names
    # It believes whoever says where a visitor comes from, so visitors must not reach it.
    assert "ports" not in house
    host = f"{COMPOSE['db']['environment']['POSTGRES_USER']}:${{POSTGRES_PASSWORD}}@db"
    assert house["environment"]["INGLENOOK_DATABASE"].startswith(f"postgresql://{host}/")
    (path,) = re.findall(r"127\.0\.0\.1:8000(/\w+)", " ".join(house["healthcheck"]["test"]))
    assert path in document()["paths"]
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert served(*json.loads(re.findall(r"^CMD (.*)$", dockerfile, re.M)[0]))["host"] == "0.0.0.0"
    used = {*re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text())}
    assert used == set(caddy["environment"])


def test_the_guide_tells_every_limit_as_it_is() -> None:
    part = re.findall(r"\n## Limits\n.*?(?=\n## )", HOSTING, re.S)[0]
    rows = re.findall(r"^\| (.*?) \| ([^|]*?\d[^|]*?) \| (.*) \|$", part, re.M)
    told = [([int(n) for n in re.findall(r"\d+", limit)], code) for _, limit, code in rows]
    assert told == [
        ([api.LARGEST // 1024], "`too-large`"),
        ([api.LARGEST_RECORD >> 20, uploads.MOST_ENTRIES], "`too-large`"),
        (
            [of.MESSAGES_A_SECOND, of.MESSAGES_AT_ONCE],
            f"`too-fast`; {of.HOPELESS} of these too many: close 4429",
        ),
        ([of.MESSAGES_OF_ADDRESS_A_SECOND, of.MESSAGES_OF_ADDRESS_AT_ONCE], "the same"),
        ([decide.MOST_ENTRIES, decide.MOST_EVENTS], "`too-long`"),
        ([of.CONNECTIONS_OF_GUEST, of.CONNECTIONS_OF_ADDRESS], "`too-many-connections`"),
        ([of.TABLES_OF_GUEST, of.TABLES_OF_ADDRESS], "`too-many-tables`"),
        ([of.TABLES_OF_BOT, of.TABLES_OF_BOTS], "`too-many-tables`"),
        ([bots.MOST], "`too-many-bots`"),
        (
            [
                of.MESSAGES_A_SECOND,
                of.MESSAGES_AT_ONCE,
                of.MESSAGES_OF_ADDRESS_A_SECOND,
                of.MESSAGES_OF_ADDRESS_AT_ONCE,
            ],
            "`too-fast`",
        ),
        ([of.RECORDS_OF_GUEST, of.RECORDS_OF_ADDRESS], "`too-many-records`"),
        ([of.NOTICES_OF_GUEST, of.NOTICES_OF_ADDRESS], "`too-many-changes`"),
        ([of.REQUESTS_A_SECOND, of.REQUESTS_AT_ONCE], "`too-fast`"),
        ([of.IDLE / 3600], "close 4408 `idle`"),
        ([pool.MOST_OF_A_TABLE], "`bots-busy` for further hints"),
        ([pool.MOST], "`bots-busy` for hints, records and new tables with bots"),
    ]


def test_the_guide_names_figures_and_variables_that_exist() -> None:
    counted = {each._name for each in vars(metrics).values() if isinstance(each, MetricWrapperBase)}
    named = re.findall(r"`(inglenook_\w+)`", HOSTING)
    assert {name.removesuffix("_total") for name in named} <= counted
    variables = {each.envvar for each in SERVE.params if each.envvar} | UVICORNS
    assert set(re.findall(r"\| `([A-Z_]+)` \|", HOSTING)) == variables

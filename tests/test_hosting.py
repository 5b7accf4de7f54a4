"""The guide and the samples in deploy/ against the program they are about."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import typer.main
import yaml  # type: ignore[import-untyped] # no stubs are installed
from prometheus_client.metrics import MetricWrapperBase

from inglenook.cli import app
from inglenook.server import metrics
from inglenook.server.app.openapi import document
from inglenook.server.settings import PREFIX, HouseRules
from inglenook.server.sockets.http_protocol import IDLE

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs/hosting.md").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
UVICORNS = {"FORWARDED_ALLOW_IPS"}
RULES = HouseRules.__struct_fields__
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
    assert served(*words)["workers"] == 1, "a small club has SQLite"
    sample = (DEPLOY / "env").read_text()
    known = {each.envvar for each in SERVE.params} | {PREFIX + name.upper() for name in RULES}
    assert set(re.findall(r"INGLENOOK_\w+", unit + sample)) <= known
    user = re.findall(r"^User=(\w+)$", unit, re.M)[0]
    assert f"useradd --system --home-dir /var/lib/inglenook {user}" in HOSTING
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


def test_proxies_let_go_of_a_connection_before_the_server_does() -> None:
    for name in ("Caddyfile", "nginx.conf"):
        kept = re.findall(
            r"^\s*keepalive(?:_timeout)? (\d+)s;?$", (DEPLOY / name).read_text(), re.M
        )
        assert [int(seconds) < IDLE for seconds in kept] == [True], name


def test_the_sample_has_every_rule_as_it_is_without_it() -> None:
    text = (DEPLOY / "house.toml").read_text()
    written = tomllib.loads(re.sub(r"^# (?=\w+ = )", "", text, flags=re.M))
    assert list(written) == list(RULES)
    del written["password"]  # there is none
    assert msgspec.convert(written, HouseRules) == HouseRules()
    for name in RULES:
        assert f"`{name}`" in HOSTING, name


def test_dashboard_and_alerts_ask_for_figures_that_exist() -> None:
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    given = {
        f"{each._name}{ending}"
        for each in figures()
        for ending in endings.get(each._type or "", ("",))
    }
    for name in ("grafana.json", "alerts.yaml"):
        text = (DEPLOY / name).read_text()
        asked = set(re.findall(r"\binglenook_\w+", text))
        assert len(asked) > 4
        assert asked <= given
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    assert all(panel["targets"] for panel in dashboard["panels"])
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    assert all({"alert", "expr", "annotations"} <= set(rule) for rule in group["rules"])


def figures() -> list[MetricWrapperBase]:
    return [each for each in vars(metrics).values() if isinstance(each, MetricWrapperBase)]


def test_the_guide_names_figures_and_variables_that_exist() -> None:
    counted = {each._name for each in figures()}
    named = re.findall(r"`(inglenook_\w+)`", HOSTING)
    assert {name.removesuffix("_total") for name in named} <= counted
    variables = {each.envvar for each in SERVE.params if each.envvar} | UVICORNS
    assert set(re.findall(r"\| `([A-Z_]+)` \|", HOSTING)) == variables

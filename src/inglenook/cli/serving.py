"""The command that serves."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from inglenook.cli.common import Data, Database, fail

Host = Annotated[str, typer.Option(envvar="INGLENOOK_HOST", help="Address to listen on.")]
Port = Annotated[
    int,
    typer.Option(
        envvar="INGLENOOK_PORT", min=0, max=65535, help="Port to listen on; 0 takes a free one."
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        envvar="INGLENOOK_WORKERS", help="Processes that serve; several need a --database."
    ),
]
Smtp = Annotated[
    str | None,
    typer.Option(
        envvar="INGLENOOK_SMTP", help="Who takes the mail: smtp://user:password@host:port."
    ),
]
MailFrom = Annotated[
    str | None, typer.Option(envvar="INGLENOOK_MAIL_FROM", help="The address mails come from.")
]
WebhookAllow = Annotated[
    list[str] | None,
    typer.Option(
        envvar="INGLENOOK_WEBHOOK_ALLOW",
        help="A network of your own, as 10.0.0.0/8, in which webhooks may be called.",
    ),
]
Rules = Annotated[
    Path | None,
    typer.Option(envvar="INGLENOOK_RULES", help="The house rules, as TOML: docs/hosting.md."),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = Path("inglenook-data"),
    database: Database = None,
    workers: Workers = 1,
    smtp: Smtp = None,
    mail_from: MailFrom = None,
    webhook_allow: WebhookAllow = None,
    rules: Rules = None,
) -> None:
    """Serve the games to browsers."""
    # What is loaded here stays: to look for garbage in it takes an eighth of the time to start.
    gc.disable()
    from inglenook.server.operations.serving import CannotServe, serve
    from inglenook.server.outbound.outbound_settings import reach
    from inglenook.server.settings import BadRules, read_rules
    from inglenook.server.store import Location

    gc.freeze()
    gc.enable()
    said = {"smtp": smtp, "mail_from": mail_from, "webhook_allow": webhook_allow}
    try:
        house = read_rules(rules, given={name: value for name, value in said.items() if value})
        outside = reach(house.smtp, house.mail_from, list(house.webhook_allow))
        serve(host, port, Location(data, database), workers, outside, house)
    except BadRules as e:
        fail(*e.faults)
    except (CannotServe, ValueError) as e:
        fail(str(e))

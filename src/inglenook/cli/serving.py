"""The command that serves."""

from pathlib import Path
from typing import Annotated

import typer

from inglenook.cli.common import Data, Database, fail

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
Workers = Annotated[int, typer.Option(help="Processes that serve; several need a --database.")]
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


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = Path("inglenook-data"),
    database: Database = None,
    workers: Workers = 1,
    smtp: Smtp = None,
    mail_from: MailFrom = None,
    webhook_allow: WebhookAllow = None,
) -> None:
    """Serve the games to browsers."""
    from inglenook import web
    from inglenook.people.reach import reach
    from inglenook.store import Location

    try:
        outside = reach(smtp, mail_from, webhook_allow or [])
        web.serve(host, port, Location(data, database), workers, outside)
    except (web.CannotServe, ValueError) as e:
        fail(str(e))

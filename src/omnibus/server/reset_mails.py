"""Mails with a link for a new password, to those who gave an address."""

import asyncio
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from omnibus.server.accounts import Accounts, Person
from omnibus.server.logs import warn
from omnibus.server.security import Limits
from omnibus.server.settings import Settings
from omnibus.server.trouble import TEXTS, ServerTrouble

SMTP_SECONDS = 30


class ResetMails:
    """Sends such mails in the background: the answer to who asks is the same whether or not there is an account."""

    def __init__(self, settings: Settings, accounts: Accounts, limits: Limits):
        self._settings = settings
        self._accounts = accounts
        self._limits = limits
        self._sending: set[asyncio.Task[None]] = set()

    def send_soon(self, name: str) -> None:
        """Send a mail to the owner of that account, if there is one who gave an address."""
        if self._settings.smtp is not None:
            task = asyncio.create_task(self._send(self._settings.smtp, name))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, smtp: str, name: str) -> None:
        try:
            person = await self._accounts.find(name)
            if person is not None and person.email is not None:
                await self._limits.reset_mails.spend(person.id)
                token = await self._accounts.make_reset_link(person.id)
                await _deliver(smtp, self._message(person, person.email, token))
        except ServerTrouble:
            return
        except Exception as fault:
            warn("a mail could not be sent", reason=type(fault).__name__)  # what it says may hold the address

    def _message(self, person: Person, email: str, token: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._settings.smtp_from
        message["To"] = email
        message["Subject"] = TEXTS["reset-mail-subject"].say(person.language)
        link = reset_link(self._settings, token)
        message.set_content(TEXTS["reset-mail"].say(person.language, name=person.name, link=link))
        return message


def reset_link(settings: Settings, token: str) -> str:
    """The link by which somebody chooses a new password; browsers do not send what stands behind the `#`."""
    return f"{settings.public_address}/#/new-password/{token}"


async def _deliver(smtp: str, message: EmailMessage) -> None:
    import aiosmtplib  # only servers that send mail load it

    parts = urlsplit(smtp)
    await aiosmtplib.send(
        message,
        hostname=parts.hostname,
        port=parts.port,
        username=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
        use_tls=parts.scheme == "smtps",
        timeout=SMTP_SECONDS,
    )

"""What whoever runs the server may choose, read from the environment once."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from omnibus.server.addresses import Network
from omnibus.server.trouble import ServerTrouble

KEY_BYTES = 32
SHORTEST_TOKEN = 16
LOOPBACK = "127.0.0.0/8, ::1"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things are kept, and how much of the machine may be used."""

    data: Path  # the folder of the database and of the key that signs cookies
    database: str  # an SQLAlchemy URL; SQLite in the data folder unless said otherwise
    redis: str | None  # with it several server processes share one PostgreSQL
    host: str
    port: int
    origin: str | None  # the address people type, where a proxy stands before us: https://games.example
    proxies: tuple[Network, ...]  # whose word for the address of a person is believed
    bot_workers: int
    bot_seconds: float  # a bot that thinks longer is stopped
    review_tries: int | None  # of moves for each decision of a review; what its judge finds right unless said otherwise
    log_people: bool  # whether the log names the address and the person of every request
    limits: float  # how many times the usual rate limits, for load tests
    metrics_token: str | None = field(repr=False)  # with it, /metrics answers
    metrics_port: int | None  # or on a port of its own, for this machine alone
    smtp: str | None = field(repr=False)  # the server that sends our mail: smtp://user:password@host:port
    smtp_from: str | None  # whom our mail is from

    @classmethod
    def read(cls, environment: Mapping[str, str], host: str = "127.0.0.1", port: int = 8000) -> "Settings":
        """The settings of an environment."""
        data = Path(environment.get("OMNIBUS_DATA") or _data_folder(environment)).absolute()
        workers = _number(environment, "OMNIBUS_BOT_WORKERS", max(1, (os.cpu_count() or 1) - 1), 1, 64)
        return cls(
            data=data,
            database=_database_url(environment.get("OMNIBUS_DATABASE"), data),
            redis=_redis_url(environment.get("OMNIBUS_REDIS")),
            host=host,
            port=port,
            origin=(environment.get("OMNIBUS_ORIGIN") or "").rstrip("/") or None,
            proxies=_proxies(environment),
            bot_workers=int(workers),
            bot_seconds=_number(environment, "OMNIBUS_BOT_SECONDS", 20, 0.1, 600),
            review_tries=int(_number(environment, "OMNIBUS_REVIEW_TRIES", 0, 10, 1_000_000)) or None,
            log_people=_switch(environment, "OMNIBUS_LOG_PEOPLE"),
            limits=_number(environment, "OMNIBUS_LIMITS", 1, 0.01, 1_000_000),
            metrics_token=_token(environment, "OMNIBUS_METRICS_TOKEN"),
            metrics_port=int(_number(environment, "OMNIBUS_METRICS_PORT", 0, 1, 65_535)) or None,
            smtp=_smtp_url(environment),
            smtp_from=environment.get("OMNIBUS_SMTP_FROM") or None,
        )

    @property
    def address(self) -> str:
        """Where we are on this machine."""
        return f"http://{self.host}:{self.port}"

    @property
    def public_address(self) -> str:
        """Where people find us, for links."""
        return self.origin or self.address

    @property
    def shared(self) -> bool:
        """Whether other server processes may write to the same database."""
        return not self.database.startswith("sqlite")

    @property
    def https(self) -> bool:
        """Whether people reach us over an encrypted connection."""
        return self.origin is not None and self.origin.startswith("https://")

    @property
    def database_file(self) -> Path:
        """Where SQLite keeps everything."""
        return Path(self.database.removeprefix("sqlite+aiosqlite:///"))

    @property
    def key_file(self) -> Path:
        """Where the key is."""
        return self.data / "key"

    def key(self) -> bytes:
        """The key that signs cookies, made at the first start; only the owner of the folder can read it."""
        if not self.key_file.exists():
            self.keep_key(secrets.token_bytes(KEY_BYTES))
        with self._telling_of_the_folder():
            key = self.key_file.read_bytes()
        if len(key) != KEY_BYTES:
            raise ServerTrouble("bad-key", path=self.key_file)
        return key

    def keep_key(self, key: bytes) -> None:
        """Lay a key into the data folder, unless there is one."""
        self.make_folder()
        with self._telling_of_the_folder():
            # Whole or not at all, and only one, should several processes start at once.
            draft = self.data / f"key.{secrets.token_hex(4)}"
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(key)
            with suppress(FileExistsError):
                os.link(draft, self.key_file)
            draft.unlink()

    def make_folder(self) -> None:
        """Make the data folder, for its owner alone."""
        with self._telling_of_the_folder():
            self.data.mkdir(parents=True, exist_ok=True, mode=0o700)

    @contextmanager
    def _telling_of_the_folder(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ServerTrouble("bad-folder", path=self.data, reason=error.strerror) from None


def _data_folder(environment: Mapping[str, str]) -> Path:
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "omnibus"


def _database_url(given: str | None, data: Path) -> str:
    """The database's URL, with the driver we use spelled out."""
    if not given:
        return f"sqlite+aiosqlite:///{data / 'omnibus.db'}"
    for plain, ours in (
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
        ("sqlite:///", "sqlite+aiosqlite:///"),
    ):
        if given.startswith(plain):
            return ours + given.removeprefix(plain)
    if given.startswith(("postgresql+asyncpg://", "sqlite+aiosqlite:///")):
        return given
    raise ServerTrouble("bad-setting", name="OMNIBUS_DATABASE")


def _proxies(environment: Mapping[str, str]) -> tuple[Network, ...]:
    """The proxies that are named; if none are, and there is one, it is on this machine."""
    usual = LOOPBACK if environment.get("OMNIBUS_ORIGIN") else ""
    given = environment.get("OMNIBUS_PROXIES") or usual
    try:
        return tuple(ip_network(each.strip()) for each in given.split(",") if each.strip())
    except ValueError:
        raise ServerTrouble("bad-setting", name="OMNIBUS_PROXIES") from None


def _switch(environment: Mapping[str, str], name: str) -> bool:
    given = environment.get(name) or "0"
    if given not in ("0", "1"):
        raise ServerTrouble("bad-setting", name=name)
    return given == "1"


def _redis_url(given: str | None) -> str | None:
    if given and not given.startswith(("redis://", "rediss://", "unix://")):
        raise ServerTrouble("bad-setting", name="OMNIBUS_REDIS")
    return given or None


def _token(environment: Mapping[str, str], name: str) -> str | None:
    token = environment.get(name) or None
    if token is not None and not (len(token) >= SHORTEST_TOKEN and token.isascii() and token.isprintable()):
        raise ServerTrouble("bad-setting", name=name)
    return token


def _smtp_url(environment: Mapping[str, str]) -> str | None:
    url = environment.get("OMNIBUS_SMTP")
    if not url:
        return None
    try:
        parts = urlsplit(url)
        understood = parts.scheme in ("smtp", "smtps") and parts.hostname and (parts.port is None or parts.port)
    except ValueError:
        understood = None
    if not understood:
        raise ServerTrouble("bad-setting", name="OMNIBUS_SMTP")
    if "@" not in environment.get("OMNIBUS_SMTP_FROM", ""):
        raise ServerTrouble("bad-setting", name="OMNIBUS_SMTP_FROM")
    return url


def _number(environment: Mapping[str, str], name: str, default: float, lowest: float, highest: float) -> float:
    text = environment.get(name)
    if not text:
        return default
    try:
        number = float(text)
    except ValueError:
        raise ServerTrouble("bad-setting", name=name) from None
    if not lowest <= number <= highest:
        raise ServerTrouble("bad-setting", name=name)
    return number

"""How often things may be asked."""

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from omnibus.server.trouble import ServerTrouble

if TYPE_CHECKING:
    from omnibus.server.redis_counts import RedisCounts

REMEMBERED = 20_000
ROUNDING = 1e-6  # seconds


class Limit:
    """So many at once, and so many a second in the long run, for each of many askers.

    Each process counts for itself, and where there is Redis all count together too: a flood at one process is refused
    there, and while Redis is away the limits still hold.
    """

    def __init__(self, name: str, at_once: float, a_second: float, counts: "RedisCounts | None" = None):
        self._name = name
        self._interval = 1 / a_second
        self._at_most = max(1, at_once) * self._interval + ROUNDING
        self._counts = counts
        self._due: OrderedDict[str, float] = OrderedDict()  # when all that each has asked is forgiven

    async def spend(self, asker: str) -> None:
        """Count one more, or refuse it."""
        self.spend_here(asker)
        if self._counts is not None:
            key = f"{self._name}:{asker}"
            if not await self._counts.spend(key, self._interval, self._at_most):
                raise ServerTrouble("too-often")

    def spend_here(self, asker: str) -> None:
        """The same for what this process counts alone."""
        moment = time.monotonic()
        forgiven = self._due.pop(asker, 0.0)
        due = max(forgiven, moment) + self._interval
        enough = due - moment <= self._at_most
        self._due[asker] = due if enough else forgiven
        if len(self._due) > REMEMBERED:
            self._due.popitem(last=False)
        if not enough:
            raise ServerTrouble("too-often")


class Limits:
    """All of them."""

    def __init__(self, times: float, redis: str | None):
        self._counts = _redis_counts(redis)

        def limit(name: str, at_once: float, a_second: float) -> Limit:
            return Limit(name, at_once * times, a_second * times, self._counts)

        # Counted by each process alone: these are many, and go to the process that a window is open to.
        self.moves = Limit("moves", 100 * times, 20 * times)  # a person, or a connection

        self.requests = limit("requests", 200, 50)  # an address
        self.newcomers = limit("newcomers", 30, 0.2)  # an address
        self.passwords = limit("passwords", 10, 0.1)  # an address, or a device that is known
        self.passwords_of_account = limit("passwords of account", 10, 1 / 300)  # an address or a device, and an account
        self.strangers_passwords = limit("strangers' passwords", 50, 1 / 72)  # an account, from all unknown devices
        self.first_passwords = limit("first passwords", 1, 1 / 3600)  # an address and an account being guessed at
        self.reset_mails = limit("reset mails", 3, 1 / 3600)  # an account
        self.data_exports = limit("data exports", 3, 1 / 600)  # a person
        self.tables = limit("tables", 20, 0.2)  # a person, and an address
        self.chat = limit("chat", 10, 0.5)  # a person
        self.reports = limit("reports", 5, 0.02)  # a person
        self.hints = limit("hints", 10, 0.2)  # a person
        self.hints_of_address = limit("hints of address", 40, 1)  # whatever the guests there are called
        self.reviews = limit("reviews", 5, 1 / 60)  # a person
        self.reviews_of_address = limit("reviews of address", 20, 1 / 15)
        self.worths = limit("worths", 30, 1)  # a person
        self.worths_of_address = limit("worths of address", 120, 4)
        self.replays = limit("replays", 20, 0.5)  # an address
        self.uploads = limit("uploads", 10, 0.1)  # a person, and an address

    async def close(self) -> None:
        """Let go of Redis."""
        if self._counts is not None:
            await self._counts.close()


def _redis_counts(redis: str | None) -> "RedisCounts | None":
    if redis is None:
        return None
    # Whoever plays alone need not wait for it to load.
    from omnibus.server.redis_counts import RedisCounts

    return RedisCounts(redis)

"""How often passwords may be tried: guessing is slow, and no stranger can shut the owner of an account out."""

from omnibus.server.limits import Limits
from omnibus.server.names import canonical_name
from omnibus.server.trouble import ServerTrouble


class PasswordLimits:
    """Tries are counted by address, and apart for devices on which somebody has signed in to the account before.

    An account that is guessed at from many addresses is never closed: an address that is new to it always has one try,
    so whoever knows the password gets in.
    """

    def __init__(self, limits: Limits):
        self._limits = limits

    async def spend(self, address: str, name: str, known_device: bool) -> None:
        """Count one more try to sign in, or refuse it."""
        account = canonical_name(name)
        asker = f"device {account}" if known_device else address
        try:
            await self._limits.passwords.spend(asker)
            await self._limits.passwords_of_account.spend(f"{asker} {account}")
            if not known_device:
                await self._spend_as_stranger(address, account)
        except ServerTrouble:
            raise ServerTrouble("too-many-tries") from None

    async def _spend_as_stranger(self, address: str, account: str) -> None:
        try:
            await self._limits.strangers_passwords.spend(account)
        except ServerTrouble:
            await self._limits.first_passwords.spend(f"{address} {account}")

"""What all requests have in common: who asks, in which language, and what is answered when it cannot be."""

from typing import Annotated, Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server.accounts import Person
from omnibus.server.messages.common import Problem
from omnibus.server.messages.play import Refused
from omnibus.server.services import Services
from omnibus.server.sessions import COOKIE
from omnibus.server.trouble import ServerTrouble
from omnibus.table.trouble import TableTrouble

AnyRequest = Request[Any, Any, State]
AnyConnection = ASGIConnection[Any, Any, Any, State]
TableId = Annotated[str, PathParameter(max_length=32, description="the id of a table")]
Seat = Annotated[int | None, QueryParameter(description="from where to look; without it, from outside")]
SeatInPath = Annotated[int, PathParameter(ge=0, le=9)]
TheServices = NamedDependency[Services]
ThePerson = NamedDependency[Person]
TheVisitor = NamedDependency[Person | None]
# Marks of requests: what somebody who is banned may still do, and what a guest may not where guests are not welcome.
OPEN_TO_BANNED = {"open_to_banned": True}
BEGINS_A_GAME = {"begins_a_game": True}
_STATUS_AT_THE_TABLE = {"no-such-seat": 404, "not-at-the-table": 403, "not-your-seat": 403}

PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=said)
    for status, said in (
        (400, "The request cannot be understood."),
        (401, "Come in first."),
        (403, "Not allowed."),
        (404, "There is no such thing."),
        (409, "Not possible now."),
        (413, "Too large."),
        (429, "Too often."),
    )
}
ANSWERS_TO_COMMANDS = {
    **PROBLEMS,
    409: ResponseSpec(Refused, generate_examples=False, description="The command does not count."),
}


# ---- Who asks


async def provide_visitor(request: AnyRequest, services: TheServices) -> Person | None:
    """Who asks, if that is somebody we know."""
    person = await services.sessions.authenticate(request.cookies.get(COOKIE), services.address(request))
    request.state["person"] = id_of(person)
    request.state["language"] = language_of(person, request.headers.get("accept-language"))
    if person is not None and not _has_mark(request, OPEN_TO_BANNED):
        services.bans.check_person(person.id)
    return person


async def provide_person(request: AnyRequest, services: TheServices, visitor: TheVisitor) -> Person:
    """Who asks, which must be somebody we know."""
    if visitor is None:
        raise ServerTrouble("not-signed-in")
    if _has_mark(request, BEGINS_A_GAME) and not visitor.account:
        services.site.expect_guests()
    return visitor


async def expect_administrator(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Refuse everybody else as if there were nothing at this address."""
    services: Services = connection.app.state["services"]
    person = await services.sessions.authenticate(connection.cookies.get(COOKIE))
    if person is None or not await services.administration.is_administrator(person):
        raise ServerTrouble("no-such-page")


def _has_mark(request: AnyRequest, mark: dict[str, bool]) -> bool:
    return mark.items() <= request.route_handler.opt.items()


def id_of(person: Person | None) -> str | None:
    return None if person is None else person.id


def language_of(person: Person | None, accepted: str | None) -> str:
    """The language to answer in: the person's own, or what the browser prefers."""
    if person is not None:
        return person.language
    return "fr" if (accepted or "").strip().lower().startswith("fr") else "en"


def answered_in(request: AnyRequest) -> str:
    """The language to say in what went wrong."""
    known: str | None = request.state.get("language")
    return known or language_of(None, request.headers.get("accept-language"))


# ---- What went wrong


def code_of(refusal: Refusal) -> str:
    """The stable code of a refusal."""
    if isinstance(refusal, ServerTrouble | TableTrouble):
        return refusal.code
    return "illegal" if isinstance(refusal, IllegalMove) else "not-possible"


def status_of(refusal: Refusal) -> int:
    """What HTTP calls a refusal."""
    if isinstance(refusal, ServerTrouble):
        return refusal.status
    return _STATUS_AT_THE_TABLE.get(code_of(refusal), 409)

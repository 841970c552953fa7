"""Requests about people: coming in, accounts, sessions."""

from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from omnibus.server.accounts import COOKIE, COOKIE_SECONDS, Person
from omnibus.server.api.dependencies import OPEN_TO_BANNED, PROBLEMS, AnyRequest, ThePerson, TheServices, TheVisitor
from omnibus.server.messages import (
    Account,
    Guest,
    Me,
    NewAccount,
    SiteInfo,
)
from omnibus.server.services import Services


def _with_cookie(services: Services, person: Person, status: int) -> Response[Me]:
    cookie = Cookie(
        key=COOKIE,
        value=services.accounts.cookie(person),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=services.settings.https,
        path="/",
    )
    return Response(person.plain(), cookies=[cookie], status_code=status)


NO_COOKIE = Cookie(key=COOKIE, value="", max_age=0, httponly=True, path="/")


@get("/site", responses=PROBLEMS, summary="Who may come in here")
async def site_info(services: TheServices) -> SiteInfo:
    return services.site.info()


@post("/people", responses=PROBLEMS, summary="Come in with a name")
async def create_guest(request: AnyRequest, services: TheServices, data: JSONBody[Guest]) -> Response[Me]:
    services.site.expect_guests()
    await services.limits.newcomers.spend(services.address(request))
    return _with_cookie(services, await services.accounts.create_guest(data.name, data.language), 201)


@get("/me", responses=PROBLEMS, summary="Who am I? Null for a newcomer")
async def who_am_i(visitor: TheVisitor) -> Me | None:
    return None if visitor is None else visitor.plain()


@patch("/me", responses=PROBLEMS, summary="Another name or language")
async def rename(services: TheServices, person: ThePerson, data: JSONBody[Guest]) -> Me:
    return (await services.accounts.rename(person, data.name, data.language)).plain()


@post("/account", responses=PROBLEMS, summary="Make an account, to come back from any device")
async def make_account(
    request: AnyRequest, services: TheServices, visitor: TheVisitor, data: JSONBody[NewAccount]
) -> Response[Me]:
    await services.limits.passwords.spend(services.address(request))
    return _with_cookie(services, await services.accounts.make_account(visitor, data), 201)


@post("/session", responses=PROBLEMS, summary="Sign in")
async def sign_in(request: AnyRequest, services: TheServices, data: JSONBody[Account]) -> Response[Me]:
    await services.limits.passwords.spend(services.address(request))
    await services.limits.passwords.spend(f"account {data.name.casefold()}")
    return _with_cookie(services, await services.accounts.sign_in(data.name, data.password), 201)


@delete(
    "/session", responses=PROBLEMS, opt=OPEN_TO_BANNED, response_cookies=[NO_COOKIE], summary="Log out on this device"
)
async def log_out() -> None:
    return None


@delete("/sessions", responses=PROBLEMS, opt=OPEN_TO_BANNED, response_cookies=[NO_COOKIE], summary="Log out everywhere")
async def log_out_everywhere(services: TheServices, person: ThePerson) -> None:
    await services.accounts.log_out_everywhere(person)
    services.disconnect(person.id)


HANDLERS = (site_info, create_guest, who_am_i, rename, make_account, sign_in, log_out, log_out_everywhere)

"""Requests about people: coming in, accounts, passwords, sessions."""

from typing import Annotated

from litestar import MediaType, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from litestar.response import Stream

from omnibus.server.accounts import Person
from omnibus.server.api.dependencies import OPEN_TO_BANNED, PROBLEMS, AnyRequest, ThePerson, TheServices, TheVisitor
from omnibus.server.messages.people import (
    Account,
    EmailChange,
    Farewell,
    ForgottenPassword,
    Guest,
    Me,
    NewAccount,
    PasswordChange,
    PasswordReset,
    SessionList,
    SiteInfo,
)
from omnibus.server.reach import address_for_others, only_here
from omnibus.server.services import Services
from omnibus.server.sessions import COOKIE, COOKIE_SECONDS, DEVICE_COOKIE, is_former

SessionId = Annotated[str, PathParameter(max_length=64, description="the id of a session")]
NO_COOKIE = Cookie(key=COOKIE, value="", max_age=0, httponly=True, path="/")


def _cookie(services: Services, key: str, value: str) -> Cookie:
    return Cookie(
        key=key,
        value=value,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=services.settings.https,
        path="/",
    )


async def _begin_session(request: AnyRequest, services: Services, person: Person, status: int = 201) -> Response[Me]:
    """Let a person in on this device."""
    session = await services.sessions.begin(person, request.headers.get("user-agent", ""))
    cookies = [_cookie(services, COOKIE, session)]
    if person.account:
        cookies.append(_cookie(services, DEVICE_COOKIE, services.sessions.device_cookie(person.name)))
    return Response(person.plain(), cookies=cookies, status_code=status)


@get("/site", responses=PROBLEMS, summary="Who may come in here, and from where")
async def site_info(services: TheServices) -> SiteInfo:
    chosen, settings = services.site.settings, services.settings
    return SiteInfo(chosen.registration, chosen.guests, only_here(settings), address_for_others(settings))


@post("/people", responses=PROBLEMS, summary="Come in with a name")
async def create_guest(request: AnyRequest, services: TheServices, data: JSONBody[Guest]) -> Response[Me]:
    services.site.expect_guests()
    await services.limits.newcomers.spend(services.address(request))
    return await _begin_session(request, services, await services.accounts.create_guest(data.name, data.language))


@get("/me", responses=PROBLEMS, summary="Who am I? Null for a newcomer")
async def who_am_i(request: AnyRequest, services: TheServices, visitor: TheVisitor) -> Response[Me | None]:
    if visitor is None:
        return Response(None)
    if is_former(visitor.session):
        cookie = await services.sessions.begin(visitor, request.headers.get("user-agent", ""))
    else:
        cookie = request.cookies[COOKIE]  # sent again, so that a device that is used never loses it
    return Response(visitor.plain(), cookies=[_cookie(services, COOKIE, cookie)])


@patch("/me", responses=PROBLEMS, summary="Another name or language")
async def rename(services: TheServices, person: ThePerson, data: JSONBody[Guest]) -> Me:
    renamed = await services.accounts.rename(person, data.name, data.language)
    services.sessions.forget(person.id)
    return renamed.plain()


# ---- Accounts and passwords


@post("/account", responses=PROBLEMS, summary="Make an account, to come back from any device")
async def make_account(
    request: AnyRequest, services: TheServices, visitor: TheVisitor, data: JSONBody[NewAccount]
) -> Response[Me]:
    await services.limits.passwords.spend(services.address(request))
    account = await services.accounts.make_account(visitor, data)
    if visitor is None:
        return await _begin_session(request, services, account)
    services.sessions.forget(account.id)
    device = _cookie(services, DEVICE_COOKIE, services.sessions.device_cookie(account.name))
    return Response(account.plain(), cookies=[device], status_code=201)


@post("/session", responses=PROBLEMS, summary="Sign in")
async def sign_in(request: AnyRequest, services: TheServices, data: JSONBody[Account]) -> Response[Me]:
    known_device = services.sessions.knows_device(request.cookies.get(DEVICE_COOKIE), data.name)
    await services.password_limits.spend(services.address(request), data.name, known_device)
    return await _begin_session(request, services, await services.accounts.sign_in(data.name, data.password))


@put("/account/password", responses=PROBLEMS, status_code=204, summary="Another password; all other sessions end")
async def change_password(services: TheServices, person: ThePerson, data: JSONBody[PasswordChange]) -> None:
    await services.limits.passwords.spend(person.id)
    await services.accounts.expect_password(person, data.old)
    await services.accounts.change_password(person, data.new)
    services.disconnect(person.id, but=person.session)


@put("/account/email", responses=PROBLEMS, summary="Where a link for a new password may be sent, or nowhere")
async def change_email(services: TheServices, person: ThePerson, data: JSONBody[EmailChange]) -> Me:
    await services.limits.passwords.spend(person.id)
    await services.accounts.expect_password(person, data.password)
    changed = await services.accounts.set_email(person, data.email)
    services.sessions.forget(person.id)
    return changed.plain()


@post("/password/forgotten", responses=PROBLEMS, status_code=204, summary="Ask for a link for a new password by e-mail")
async def forgot_password(request: AnyRequest, services: TheServices, data: JSONBody[ForgottenPassword]) -> None:
    await services.limits.passwords.spend(services.address(request))
    services.reset_mails.send_soon(data.name)


@post("/password/reset", responses=PROBLEMS, summary="A new password by a link; all sessions end, and one begins here")
async def reset_password(request: AnyRequest, services: TheServices, data: JSONBody[PasswordReset]) -> Response[Me]:
    await services.limits.passwords.spend(services.address(request))
    person = await services.accounts.reset_password(data.token, data.password)
    services.disconnect(person.id)
    return await _begin_session(request, services, person)


# ---- Sessions


@get("/sessions", responses=PROBLEMS, summary="All devices on which one is signed in")
async def list_sessions(services: TheServices, person: ThePerson) -> SessionList:
    return SessionList(await services.sessions.of(person))


@delete("/sessions/{session:str}", responses=PROBLEMS, summary="Log out on another device")
async def end_session(services: TheServices, person: ThePerson, session: SessionId) -> None:
    await services.sessions.end(person, session)
    services.disconnect(person.id, only=session)


@delete(
    "/session", responses=PROBLEMS, opt=OPEN_TO_BANNED, response_cookies=[NO_COOKIE], summary="Log out on this device"
)
async def log_out(services: TheServices, visitor: TheVisitor) -> None:
    if visitor is not None:
        await services.sessions.end(visitor, visitor.session)
        services.disconnect(visitor.id, only=visitor.session)


@delete("/sessions", responses=PROBLEMS, opt=OPEN_TO_BANNED, response_cookies=[NO_COOKIE], summary="Log out everywhere")
async def log_out_everywhere(services: TheServices, person: ThePerson) -> None:
    await services.sessions.end_all(person)
    services.disconnect(person.id)


# ---- One's data


@get("/me/export", responses=PROBLEMS, opt=OPEN_TO_BANNED, summary="All that is kept of oneself, as one JSON file")
async def export_data(services: TheServices, person: ThePerson) -> Stream:
    await services.limits.data_exports.spend(person.id)
    headers = {"Content-Disposition": 'attachment; filename="omnibus.json"'}
    return Stream(services.personal_data.export(person), media_type=MediaType.JSON, headers=headers)


@post(
    "/me/deletion",
    responses=PROBLEMS,
    opt=OPEN_TO_BANNED,
    status_code=204,
    response_cookies=[NO_COOKIE],
    summary="Delete one's account: name, messages and notes vanish, games stay",
)
async def delete_account(services: TheServices, person: ThePerson, data: JSONBody[Farewell]) -> None:
    if person.account:
        await services.limits.passwords.spend(person.id)
        await services.accounts.expect_password(person, data.password or "")
    await services.personal_data.delete(person)
    services.disconnect(person.id)


HANDLERS = (
    site_info,
    create_guest,
    who_am_i,
    rename,
    make_account,
    sign_in,
    change_password,
    change_email,
    forgot_password,
    reset_password,
    list_sessions,
    end_session,
    log_out,
    log_out_everywhere,
    export_data,
    delete_account,
)

"""Writes web/src/generated/: the views, the messages and the requests of the server as TypeScript types."""

import inspect
import tempfile
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union

import msgspec

from omnibus.rules import game as game_module
from omnibus.rules.bus import view as bus
from omnibus.rules.london import view as london
from omnibus.rules.nextstation import view as nextstation
from omnibus.rules.terminus import view as terminus
from omnibus.server import messages
from omnibus.server.app import build
from omnibus.server.house import House
from omnibus.server.settings import Settings
from omnibus.table import log

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "web" / "src" / "generated"
HEAD = "// Written by `make docs` from the Python types. Do not edit.\n"
GAMES: dict[str, ModuleType] = {"london": london, "bus": bus, "nextstation": nextstation, "terminus": terminus}
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}
COMMON = ("ResultView", "View")


def files() -> dict[str, str]:
    """Every file as it should be now, by name."""
    return {
        "game.ts": _file((), [_interface(name, getattr(game_module, name)) for name in COMMON]),
        **{f"{name}.ts": _views(module) for name, module in GAMES.items()},
        "messages.ts": _messages(),
        "api.ts": _requests(),
    }


# ---- Python types


def _views(module: ModuleType) -> str:
    own = [
        (name, found)
        for name, found in vars(module).items()
        if typing.is_typeddict(found) and found.__module__ == module.__name__
    ]
    return _file([("game", COMMON)], [_interface(name, found) for name, found in own])


def _messages() -> str:
    structs = [(name, found) for name, found in vars(messages).items() if _is_struct(found)]
    texts = [_interface(name, found) for name, found in [("PlyView", log.PlyView), *structs]]
    for side, ending in (("ClientFrame", "do"), ("ServerFrame", "is")):
        frames = [name for name, found in structs if found.__struct_config__.tag_field == ending]
        texts.append(f"export type {side} = {' | '.join(frames)};\n")
    return _file([("game", COMMON)], texts)


def _is_struct(found: object) -> bool:
    return inspect.isclass(found) and issubclass(found, msgspec.Struct) and found is not msgspec.Struct


def _file(imports: typing.Iterable[tuple[str, typing.Iterable[str]]], texts: list[str]) -> str:
    body = "\n".join(texts)
    lines = []
    for module, names in imports:
        used = [name for name in names if f" {name}" in body]
        lines.append(f'import type {{ {", ".join(used)} }} from "./{module}";\n')
    return "\n".join([HEAD, *lines, body])


def _interface(name: str, found: Any) -> str:
    fields = typing.get_type_hints(found)
    base = ""
    if typing.is_typeddict(found) and name != "View" and game_module.View.__annotations__.keys() <= fields.keys():
        base = " extends View"
        fields = {field: hint for field, hint in fields.items() if field not in game_module.View.__annotations__}
    lines = [f"  {field}: {_typescript(hint)};" for field, hint in fields.items()]
    if _is_struct(found):
        lines = list(_struct_lines(found, fields))
    doc = " ".join((found.__doc__ or "").split())
    return "\n".join([f"/** {doc} */", f"export interface {name}{base} {{", *lines, "}"]) + "\n"


def _struct_lines(found: Any, fields: dict[str, Any]) -> Iterator[str]:
    config = found.__struct_config__
    if config.tag is not None:
        yield f"  {config.tag_field}: {_quoted(config.tag)};"
    for field in msgspec.structs.fields(found):
        yield f"  {field.encode_name}{'' if field.required else '?'}: {_typescript(fields[field.name])};"


def _typescript(hint: Any) -> str:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hint is msgspec.Raw:
        return "View"
    if origin is Literal:
        return " | ".join(_quoted(value) for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(_typescript(argument) for argument in arguments)
    if origin is list:
        inner = _typescript(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_typescript(arguments[1])}>"
    if origin is typing.Annotated:
        return _typescript(arguments[0])
    return str(hint.__name__)


def _quoted(value: object) -> str:
    return f'"{value}"'


# ---- The OpenAPI schema


def schema() -> dict[str, Any]:
    """The OpenAPI schema of the server."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.read({"OMNIBUS_DATA": folder})
        described: dict[str, Any] = build(House(settings)).openapi_schema.to_schema()
    return described


def _requests() -> str:
    lines, used = [], set()
    for path, item in schema()["paths"].items():
        for method, operation in item.items():
            body, answer = _body(operation), _answer(operation)
            used |= {name for name in (*body.split(" | "), *answer.split(" | ")) if name not in ("null", "string")}
            lines += [f"  /** {operation['summary']} */"]
            lines += [f'  "{method.upper()} {path}": {{ body: {body}; answer: {answer} }};']
    text = "\n".join(["/** Every request there is: what it sends and what it gets. */", "export interface Requests {"])
    return _file([("messages", sorted(used))], ["\n".join([text, *lines, "}"]) + "\n"])


def _body(operation: dict[str, Any]) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    return _named(content)


def _answer(operation: dict[str, Any]) -> str:
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    return _named(good.get("content", {}))


def _named(content: dict[str, Any]) -> str:
    if not content:
        return "null"
    (of_kind,) = content.values()
    described = of_kind["schema"]
    choices = (described, *described.get("oneOf", ()))
    for choice in choices:
        if "$ref" in choice:
            nothing = " | null" if {"type": "null"} in choices else ""
            return str(choice["$ref"].rpartition("/")[2]) + nothing
    return "string" if described.get("type") == "string" else "null"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")

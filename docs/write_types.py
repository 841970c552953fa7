"""Writes web/src/generated/: the views, moves, messages and requests of the server as TypeScript types."""

import inspect
import tempfile
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union

import msgspec

import omnibus
from omnibus.rules import game as game_module
from omnibus.server.app import build
from omnibus.server.messages import all_messages
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.table import log

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "web" / "src" / "generated"
HEAD = "// Written by `make docs` from the Python types. Do not edit.\n"
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}
COMMON = ("MoveData", "ResultView", "View")
Names = dict[Any, str]  # types that go by a name, such as the alias of a union


def files() -> dict[str, str]:
    """Every file as it should be now, by name."""
    return {
        "game.ts": _file((), [_interface(name, getattr(game_module, name)) for name in COMMON]),
        **{f"{name}.ts": _game(box.__module__) for name, box in omnibus.GAMES.items()},
        "messages.ts": _messages(),
        "api.ts": _requests(),
    }


# ---- Python types


def _game(package: str) -> str:
    moves, view = import_module(f"{package}.moves"), import_module(f"{package}.view")
    views = _typed_dicts(view)
    (game,) = (name.removesuffix("View") for name, found in views if _is_view(found))
    names: Names = {found: game + name if name == "Decision" else name for name, found in _aliases(moves)}
    aliases = [f"export type {name} = {_typescript(found)};\n" for found, name in names.items()]
    interfaces = [_interface(name, found, names) for name, found in [*_typed_dicts(moves), *views]]
    return _file([("game", COMMON)], [*aliases, *interfaces])


def _typed_dicts(module: ModuleType) -> list[tuple[str, Any]]:
    return [
        (name, found)
        for name, found in vars(module).items()
        if typing.is_typeddict(found) and found.__module__ == module.__name__
    ]


def _aliases(module: ModuleType) -> list[tuple[str, Any]]:
    named = (Literal, Union, UnionType)
    return [(name, found) for name, found in vars(module).items() if typing.get_origin(found) in named]


def _is_view(found: Any) -> bool:
    """Whether it is what a seat may know of some game, with all that the views of all games have."""
    whole = typing.is_typeddict(found) and game_module.View.__annotations__.keys() <= found.__annotations__.keys()
    return whole and found is not game_module.View


def _messages() -> str:
    structs = all_messages()
    texts = [_interface(name, found) for name, found in {"PlyView": log.PlyView, **structs}.items()]
    for side, ending in (("ClientFrame", "do"), ("ServerFrame", "is")):
        frames = [name for name, found in structs.items() if found.__struct_config__.tag_field == ending]
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


def _interface(name: str, found: Any, names: Names | None = None) -> str:
    fields = typing.get_type_hints(found)
    base = ""
    if found is game_module.View:
        base = "<D extends MoveData = MoveData, A extends string = string>"
    elif _is_view(found):
        (view,) = found.__orig_bases__
        base = f" extends View<{', '.join(_typescript(argument, names) for argument in typing.get_args(view))}>"
        fields = {field: hint for field, hint in fields.items() if field not in game_module.View.__annotations__}
    lines = [f"  {field}: {_typescript(hint, names)};" for field, hint in fields.items()]
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


def _typescript(hint: Any, names: Names | None = None) -> str:
    names = names or {}
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, TypeVar):
        return hint.__name__
    if hint in names:
        return names[hint]
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hint is msgspec.Raw or origin is game_module.View:
        return "View"
    if origin is Literal:
        return " | ".join(_quoted(value) for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(_typescript(argument, names) for argument in arguments)
    if origin is list:
        inner = _typescript(arguments[0], names)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        keys = "string" if arguments[0] is int else _typescript(arguments[0], names)
        return f"Record<{keys}, {_typescript(arguments[1], names)}>"
    if origin is typing.Annotated:
        return _typescript(arguments[0], names)
    return str(hint.__name__)


def _quoted(value: object) -> str:
    return f'"{value}"'


# ---- The OpenAPI schema


def schema() -> dict[str, Any]:
    """The OpenAPI schema of the server."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.read({"OMNIBUS_DATA": folder})
        described: dict[str, Any] = build(Services(settings), {}).openapi_schema.to_schema()
    return described


def _requests() -> str:
    lines, used = [], set()
    for path, item in sorted(schema()["paths"].items()):
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

"""How long the server takes to start with many tables in its database, from exec to the first answer."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.server.omnibus import Omnibus

Row = dict[str, Any]
BOT_SEAT = 1
ENOUGH_PLIES = 20
A_WHOLE_GAME = 20  # seconds


def start_seconds(folder: Path, finished: int, running: int) -> float:
    """The time to start with so many games that are over, and so many in which a bot is to move."""
    server = Omnibus(folder)
    try:
        asyncio.run(_one_game(server))
        server.stop()
        _multiply(server.database, finished, running)
        began = time.perf_counter()
        server.start()
        return time.perf_counter() - began
    finally:
        server.stop()


async def _one_game(server: Omnibus) -> None:
    pair = await server.pair(server.people(), options={})
    began = time.perf_counter()
    await pair.play(began, 0, began + A_WHOLE_GAME)
    pair.close()


def _multiply(database: Path, finished: int, running: int) -> None:
    """Copy the only game there is: as it ended, and as it was when somebody's seat was to move; a bot sits there."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.row_factory = sqlite3.Row
        table = _rows(connection, "tables")[0]
        seats, plies = _rows(connection, "seats"), _rows(connection, "plies")
        if table["status"] != "finished":
            raise RuntimeError("the game took too long")
        for number in range(finished):
            _add(connection, f"{number:016x}", table, seats, plies)
        moves = plies[: next(ply["n"] for ply in plies if ply["n"] > ENOUGH_PLIES and ply["seat"] == BOT_SEAT) - 1]
        turn = json.dumps([BOT_SEAT])
        in_play = {**table, "status": "running", "result": None, "n": len(moves), "turn": turn}
        with_bot = [{**seat, "bot": "random" if seat["seat"] == BOT_SEAT else None} for seat in seats]
        for number in range(finished, finished + running):
            _add(connection, f"{number:016x}", in_play, with_bot, moves)


def _rows(connection: sqlite3.Connection, name: str) -> list[Row]:
    return [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY rowid")]


def _add(connection: sqlite3.Connection, table_id: str, table: Row, seats: list[Row], plies: list[Row]) -> None:
    _insert(connection, "tables", [{**table, "id": table_id}])
    _insert(connection, "seats", ({**seat, "table_id": table_id} for seat in seats))
    _insert(connection, "plies", ({**ply, "table_id": table_id} for ply in plies))


def _insert(connection: sqlite3.Connection, name: str, rows: Iterable[Row]) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})", list(row.values()))

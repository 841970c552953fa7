"""What a client must know about the games: texts, options, bots, and boards to draw."""

from typing import Any

from omnibus.bots import bots_for
from omnibus.learn import course, puzzles
from omnibus.rules import GAMES, game_box
from omnibus.rules.game import Game
from omnibus.server.messages.games import GameDetails, GameInfo, GameList, OptionInfo, RuleInfo


def all_games() -> GameList:
    """The games there are."""
    return GameList([_info(box) for box in GAMES.values()])


def details(name: str) -> GameDetails:
    """Everything about one game."""
    box = game_box(name)
    book = box.rulebook
    return GameDetails(
        game=_info(box),
        notation=book.notation.texts,
        rules=[RuleInfo(rule.id, rule.title.texts, rule.text.texts) for rule in book.rules.values()],
        events={kind: phrase.texts for kind, phrase in book.events.items()},
        refusals={reason: phrase.texts for reason, phrase in book.refusals.items()},
        words={word: phrase.texts for word, phrase in book.words.items()},
        board=_board(box),
    )


def _info(box: type[Game]) -> GameInfo:
    options = [OptionInfo(each.name, each.default, each.lowest, each.highest) for each in box.options_offered]
    return GameInfo(
        id=box.id,
        name=box.rulebook.name.texts,
        aim=box.rulebook.aim.texts,
        seats=list(box.seat_counts),
        options=options,
        bots=list(bots_for(box.id)),
        lessons=0 if (found := course(box.id)) is None else len(found.lessons),
        puzzles=len(puzzles(box.id)),
        ruleset=box.rulesets[-1],
    )


def _board(box: type[Game]) -> dict[str, Any] | None:
    """What is printed on the board or the cards."""
    return None if box.printed is None else dict(box.printed)

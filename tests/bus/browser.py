"""Somebody who plays Bus by its table in the browser, quickly rather than well."""

from typing import ClassVar

from omnibus.rules.game import Move, State
from tests.browser.players import Kinds, Offers, Player, Touch, Wish, answers
from tests.browser.visitor import EN


class BusPlayer(Player):
    """Stops time whenever possible, so that the game is soon over, and otherwise does the first thing."""

    kinds: ClassVar[Kinds] = {
        "button": ".tray .pill",
        "action": "ol button.legal",
        "street": ".street.can",
        "goal": ".lot.goal",
        "junction": ".junction.can",
        "lot": ".lot.can",
    }
    brings: ClassVar[Kinds] = {"junction": "goal"}

    def wish(self, offers: Offers) -> Wish:
        for kind, wish in (("button", EN["bus.stop"]), ("action", EN["bus.action.clock"])):
            for number, words in enumerate(offers[kind]):
                if words.startswith(wish):
                    return kind, number
        return super().wish(offers)


def touches(state: State, seat: int, move: Move) -> list[Touch]:
    """What one touches on the board to make a move."""
    words = {word: phrase.say("en") for word, phrase in state.game.rulebook.words.items()}
    told = move.data
    match told["do"]:
        case "build":
            return [(".lot", f"{words[told['lot']]},"), *answers(state, seat, move, "lot", asked_anyway=True)]
        case "line" | "extend":
            return [(".street", f" {words[told['street']]};"), *answers(state, seat, move, "street")]
        case "choose":
            return [("ol button", EN[f"bus.action.{told['action']}"])]
        case "arrive":
            return [(".junction", words[told["station"]])]
        case "ride":
            riders = {each.data["start"] for each in state.legal(seat)}
            picked = [(".junction.can", words[told["start"]])] if len(riders) > 1 else []
            return [*picked, (".junction.can", words[told["end"]])]
        case "pass":
            return [(".after .pill", EN["bus.pass"])]
        case other:
            return [(".tray .pill", EN[f"bus.{other}"])]


PLAYER = BusPlayer

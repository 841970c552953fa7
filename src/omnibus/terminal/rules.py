"""Reading the rules in a terminal."""

from rich.padding import Padding
from rich.text import Text

from omnibus.rules.rulebook import Rulebook
from omnibus.terminal.voice import TerminalTrouble, Voice


def print_rules(rulebook: Rulebook, voice: Voice) -> None:
    """All rules of a game."""
    voice.console.print(Text(rulebook.name.say(voice.language), style="bold"))
    voice.console.print(Text(rulebook.aim.say(voice.language)))
    for rule_id in rulebook.rules:
        print_rule(rulebook, rule_id, voice)
    voice.say("unofficial", style="dim")


def print_rule(rulebook: Rulebook, rule_id: str, voice: Voice) -> None:
    """One rule with its number and title; its letter may be left out."""
    ids = list(rulebook.rules)
    wanted = rule_id.upper() if not rule_id.isdigit() else ids[0][0] + rule_id
    if wanted not in rulebook.rules:
        raise TerminalTrouble("no-such-rule", rule=rule_id[:20], first=ids[0], last=ids[-1])
    rule = rulebook.rules[wanted]
    voice.console.print(Text.assemble((f"{rule.id:<4}", "bold cyan"), (rule.title.say(voice.language), "bold")))
    voice.console.print(Padding(Text(rule.text.say(voice.language)), (0, 0, 0, 4)))

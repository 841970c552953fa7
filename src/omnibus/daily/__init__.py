"""The deal of the day: one deal for each game and day, the same for all who play it."""

from omnibus.daily.deal import DailyDeal, Setup, bots_game, deal_of_day, games_of_the_day, person_first, setup_of
from omnibus.daily.luck import bot_luck
from omnibus.daily.when import begins_at, day_of, ends_at, is_day

__all__ = [
    "DailyDeal",
    "Setup",
    "begins_at",
    "bot_luck",
    "bots_game",
    "day_of",
    "deal_of_day",
    "ends_at",
    "games_of_the_day",
    "is_day",
    "person_first",
    "setup_of",
]

"""Judges of positions who learn from games: who wins, from where the rounds of Bus end.

`python -m omnibus.training.judge --recipe FILE --out FOLDER` plays the games and learns from them.
"""

"""Judges of positions who learn from games: who wins, from where a game's rounds end or somewhere amid them.

`python -m omnibus.training.judge --recipe FILE --out FOLDER` plays the games and learns from them.
"""

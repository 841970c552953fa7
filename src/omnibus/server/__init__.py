"""Lobby, tables, live play, storage: the games over a network, for people and programs."""

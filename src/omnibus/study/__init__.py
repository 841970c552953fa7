"""Looking into games: what every move was worth, and puzzles with proven answers."""

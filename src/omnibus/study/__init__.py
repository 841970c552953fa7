"""Looking into games: puzzles with proven answers."""

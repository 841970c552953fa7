"""What the server costs in time, in memory and on the wire; beside boardgame.io if wanted."""

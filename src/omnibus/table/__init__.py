"""One table: its log of plies, who sits there, undo and stand-ins.

Nothing here waits, writes, tells the time or knows who is connected: whoever runs a table does.
"""

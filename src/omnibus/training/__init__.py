"""Players who learn by playing themselves (extra `[train]`).

`python -m omnibus.training GAME --recipe FILE --out FOLDER --seconds N` learns for that long, or goes on from where it
stopped (`--resume`). It needs JAX and NumPy, and nothing else that is not in this repository.
"""

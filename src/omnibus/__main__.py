"""`python -m omnibus`."""

from omnibus.cli import main

main()

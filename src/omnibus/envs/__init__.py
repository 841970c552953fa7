"""The games as environments that researchers know: PettingZoo, Gymnasium, OpenSpiel (an extra for each)."""

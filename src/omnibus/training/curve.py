"""The learning curve of a run, from its log: `python -m omnibus.training.curve LOG PICTURE` (needs Matplotlib)."""

import sys
from pathlib import Path
from typing import Any

from omnibus.training.log import read_log

BESIDE: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1, 1), "fontsize": "small"}  # over no line


def draw_curve(log: Path, picture: Path) -> None:
    """Draw what the evaluations of a log found, over the decisions taken until then."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    evaluations = [entry for entry in read_log(log) if entry["what"] == "evaluation"]
    if not evaluations:
        raise ValueError(f"{log} has no evaluation")
    setups = evaluations[-1]["setups"]
    alone = [setup for setup, games in setups.items() if "alone" in games]
    together = [setup for setup, games in setups.items() if "alone" not in games]
    figure = Figure(figsize=(9, 4 * (bool(alone) + bool(together))), layout="constrained")
    axes = iter(figure.subplots(bool(alone) + bool(together), 1, squeeze=False)[:, 0])
    decisions = [entry["decisions"] / 1e6 for entry in evaluations]
    if alone:
        points = next(axes)
        points.set_ylabel("points alone, best moves")
        for setup in alone:
            games = [entry["setups"][setup]["alone"] for entry in evaluations]
            means, errors = [each["points"] for each in games], [each["points_error"] for each in games]
            points.errorbar(decisions, means, errors, label=f"seats: {setup}")
        points.legend(**BESIDE)
    if together:
        shares = next(axes)
        shares.set_ylabel("share of victories")
        for number, setup in enumerate(together):
            for name, style in (("random", ":"), ("early", "-")):
                means = [entry["setups"][setup][name]["share"] for entry in evaluations]
                shares.plot(decisions, means, style, color=f"C{number}", label=f"seats: {setup}, against {name}")
        shares.legend(**BESIDE)
    figure.supxlabel("million decisions")
    figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    draw_curve(Path(sys.argv[1]), Path(sys.argv[2]))

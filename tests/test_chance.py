"""Seeds, commitments and shuffles."""

import hashlib
import subprocess
import sys
from collections import Counter
from itertools import permutations

from omnibus.rules.chance import commitment, fresh_seed, pick, shuffled


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment("7") == hashlib.sha256(b"7").hexdigest()
    assert commitment("7") == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"


def test_shuffles_stay_the_same_for_ever() -> None:
    assert shuffled("7", 0, range(10)) == SHUFFLED_ONCE
    assert [pick("7", occasion, 6) for occasion in range(8)] == PICKED_ONCE


def test_shuffles_do_not_depend_on_the_process() -> None:
    program = "from omnibus.rules.chance import shuffled; print(shuffled('7', 0, range(10)))"
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(SHUFFLED_ONCE)


def test_every_order_is_equally_likely() -> None:
    orders = Counter(tuple(shuffled("fair", occasion, "abc")) for occasion in range(6000))
    assert set(orders) == set(permutations("abc"))
    # 1,000 expected; five standard deviations are 144.
    assert all(856 < times < 1144 for times in orders.values())


def test_every_choice_is_equally_likely() -> None:
    picks = Counter(pick("fair", occasion, 5) for occasion in range(5000))
    assert set(picks) == set(range(5))
    assert all(860 < times < 1140 for times in picks.values())


def test_occasions_and_seeds_differ() -> None:
    orders = {tuple(shuffled(seed, occasion, range(52))) for seed in ("a", "b") for occasion in (0, 1, 10)}
    assert len(orders) == 6


def test_fresh_seeds_are_long_and_never_the_same() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert len(fresh_seed()) == 32


def test_shuffling_leaves_the_things_as_they_were() -> None:
    things = [3, 1, 2]
    assert sorted(shuffled("7", 0, things)) == [1, 2, 3]
    assert things == [3, 1, 2]


SHUFFLED_ONCE = [6, 4, 5, 8, 9, 1, 0, 2, 3, 7]
PICKED_ONCE = [3, 3, 5, 0, 5, 2, 1, 2]

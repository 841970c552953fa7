"""B14 to B20 in pictures: where a line may go on, to the exact street."""

from typing import NamedTuple

import pytest

from omnibus.rules.bus import Bus
from tests.bus.positions import Picture, extending, forbidden_by, is_drawn_by, legal, streets
from tests.rule import rule


class Case(NamedTuple):
    """A position drawn; line `a` is to be extended."""

    tells: str
    picture: str
    lines: tuple[str, ...]
    allowed: str


CASES = [
    Case(
        "B15: a lone stick goes on from both its junctions",
        """
                    C3
                    .
                    .
        E9...(M8)aa(M7)...I2
              .     .    .
              .     .  .
              E11   E8
        """,
        ("M8 M7",),
        "M8>E9 M8>E11 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B15: a longer line goes on from its two ends and from nowhere else",
        """
              E10...E9    C3
              .     .     .
              .     .     .
        E12..(E11)aaM8aaa(M7)...I2
              .           .    .
              .           .  .
              C3          E8
        """,
        ("E11 M8 M7",),
        "E11>E10 E11>C3 E11>E12 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B14: never along a street of its own again; B20: the middle of the line is no loop",
        """
              E11...C3
              .     .
              .     .
        E9...(M8)aa(M7)aaaI2
                    a    a
                    a  a
                    E8
        """,
        ("M8 M7 I2 E8 M7",),
        "M8>E9 M8>E11 M7>C3",
    ),
    Case(
        "B16, B17, the worked example A and B: one street is left at C4; at M4 a line ends and may be followed",
        """
              I4                E4
              c                ..
              c              .  .
        C3...(C4)aaaM2aaaaM3aaa(M4)...C1
              c    .            b
              c  .              b
              C1                M5bbbbE5
        """,
        ("C4 M2 M3 M4", "E5 M5 M4", "I4 C4 C1"),
        "C4>C3 M4>C1 M4>E4 M4>M5",
    ),
    Case(
        "B17, the worked example B: no longer, once that line has gone on",
        """
              I4                E4
              c                ..
              c              .  .
        C3...(C4)aaaM2aaaaM3aaa(M4)bbbC1
              c    .            b
              c  .              b
              C1                M5bbbbE5
        """,
        ("C4 M2 M3 M4", "E5 M5 M4 C1", "I4 C4 C1"),
        "C4>C3 M4>E4",
    ),
    Case(
        "B18, B16, the worked example C and D: both streets at C2 are used, so either; at M7 the ends do not meet",
        """
         C3          M8
         b           c
         b           c
        (C2)aaaI2aaa(M7)...E8
         b           c
         b           c
         C1          C3
        """,
        ("C2 I2 M7", "C3 C2 C1", "M8 M7 C3"),
        "C2>C3 C2>C1 M7>E8",
    ),
    Case(
        "B20, the worked example of the loop: the street between the ends can be laid from either",
        """
              I3          E15
             ..          .
           .  .        .
        G1...(I4)..(M1)...E1
              a     a    .
              a     a  .
              C4aaaaM2
        """,
        ("I4 C4 M2 M1",),
        "I4>I3 I4>G1 I4>M1 M1>I4 M1>E15 M1>E1",
    ),
    Case(
        "B20, the same, laid towards M1: both ends are there",
        """
              I3          E15
             ..          .
           .  .        .
        G1....I4aaa(M1)...E1
              a     a    .
              a     a  .
              C4aaaaM2
        """,
        ("M1 M2 C4 I4 M1",),
        "M1>E15 M1>E1",
    ),
    Case(
        "B20, the same, laid towards I4: both ends are there",
        """
              I3          E15
             ..          .
           .  .        .
        G1...(I4)aaaM1....E1
              a     a    .
              a     a  .
              C4aaaaM2
        """,
        ("I4 C4 M2 M1 I4",),
        "I4>I3 I4>G1",
    ),
    Case(
        "B20: gone on from the loop, the other end is still at M1",
        """
                    E14
                   ..
                 .  .
        I3....G1...(E15)
          .   .     a
            . .     a
              I4aaa(M1)...E1
              a     a    .
              a     a  .
              C4aaaaM2
        """,
        ("M1 I4 C4 M2 M1 E15",),
        "E15>G1 E15>E14 M1>E1",
    ),
    Case(
        "B20: the street between the ends is judged by each end, here open from I4 alone",
        """
              I3          E15
             ..          b
           .  .        b
        G1...(I4)bb(M1)...E1
              a     a    .
              a     a  .
              C4aaaaM2
        """,
        ("I4 C4 M2 M1", "G1 E15 M1 I4"),
        "I4>I3 I4>G1 I4>M1 M1>E1",
    ),
    Case(
        "B17: a street of two lines, if both end here",
        """
              E11...C3
              .     .
              .     .
        E9...(M8)aa(M7)...I2
                    b    ..
                    c  .  .
                    E8ccccE7
                    b
                    b
                    E9
        """,
        ("M8 M7", "E9 E8 M7", "E7 E8 M7"),
        "M8>E9 M8>E11 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B17: a street of two lines, if one of them runs on",
        """
              E11...C3
              .     .
              .     .
        E9...(M8)aa(M7)cccI2
                    b    ..
                    c  .  .
                    E8ccccE7
                    b
                    b
                    E9
        """,
        ("M8 M7", "E9 E8 M7", "E7 E8 M7 I2"),
        "M8>E9 M8>E11 M7>C3",
    ),
    Case(
        "B17: a line of one stick ends at both its junctions, seen from one",
        """
              E11...C3
              .     .
              .     .
        E9...(M8)aa(M7)...I2
                    b    .
                    b  .
                    E8
        """,
        ("M8 M7", "E8 M7"),
        "M8>E9 M8>E11 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B17: a line of one stick ends at both its junctions, seen from the other",
        """
              M7....I2
              b    .. .
              b  .  .   .
        E9...(E8)aa(E7)...G2
        """,
        ("E8 E7", "E8 M7"),
        "E8>E9 E8>M7 E8>I2 E7>I2 E7>G2",
    ),
    Case(
        "B17: the end that lies here, but by another street, opens only its own last one",
        """
        I2    M5          M4
        . .  ..          .
        .  .. .        .
        G2...(I1)aa(C1)bbbM2
                    b b   .
                    b   b .
                    C2    C4
                    b    b
                    b  b
                    C3
        """,
        ("I1 C1", "M2 C1 C4 C3 C2 C1"),
        "I1>I2 I1>G2 I1>M5 C1>M4 C1>C2",
    ),
    Case(
        "B17, B20: of a line that closed its loop here both last streets are open",
        """
        I2    M5          M4
        . .  ..          .
        .  .. .        .
        G2...(I1)aa(C1)...M2
                    b b   .
                    b   b .
                    C2    C4
                    b    b
                    b  b
                    C3
        """,
        ("I1 C1", "C1 C4 C3 C2 C1"),
        "I1>I2 I1>G2 I1>M5 C1>M4 C1>M2 C1>C2 C1>C4",
    ),
    Case(
        "B17, B20: of a line that went on from its loop the end left behind stays open",
        """
        I2    M5          M4
        . .  ..          .
        .  .. .        .
        G2...(I1)aa(C1)bbbM2
                    b b   .
                    b   b .
                    C2    C4
                    b    b
                    b  b
                    C3
        """,
        ("I1 C1", "C1 C4 C3 C2 C1 M2"),
        "I1>I2 I1>G2 I1>M5 C1>M4 C1>C4",
    ),
    Case(
        "B18: nothing is unused at M7, so even the street of a line that runs through",
        """
              E11cccC3
              .     c
              .     c
        E9...(M8)aa(M7)cccI2
                    b    .
                    b  .
                    E8
                    b
                    b
                    E7
        """,
        ("M8 M7", "E7 E8 M7", "E11 C3 M7 I2"),
        "M8>E9 M8>E11 M7>E8 M7>C3 M7>I2",
    ),
    Case(
        "B16, B17: one line ends at M5, another runs through, one street is unused",
        """
              E3    M3
              .    .b
              .  .  b
             (E4)...M4
              a    b
              a  b
        I1ccc(M5)cccE5
          .   .    .
            . .  .
              G2
        """,
        ("E4 M5", "M3 M4 M5", "I1 M5 E5"),
        "M5>G2 M5>M4 E4>M4 E4>M3 E4>E3",
    ),
    Case(
        "B18: at each end by itself: nothing unused at E10, all unused at E8",
        """
              E11
              b
              b
             (E10)
              a
              b
        M8....E9aaa(E8)...M7
                    . .   .
                    .   . .
                    E7....I2
        """,
        ("E8 E9 E10", "E9 E10 E11"),
        "E10>E11 E8>E7 E8>M7 E8>I2",
    ),
    Case(
        "B18: any street, even as the third line in it",
        """
         E9    C3
         b     .
         c     .
        (M8)aa(M7)...I2
         b     .    .
         c     .  .
         E11   E8
        """,
        ("M7 M8", "E9 M8 E11", "E11 M8 E9"),
        "M8>E9 M8>E11 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B18: but never the own line",
        """
        M2....C1
              b
              b
             (M4)aaaE4ccccE3
              a b  ad
              a  cb d
              M3    M5
        """,
        ("M4 E4 M3 M4", "C1 M4 M5", "M2 M3 E4 E3", "M5 E4"),
        "M4>C1 M4>M5",
    ),
    Case(
        "B19: come along a used street, it must turn off, though a line ends here",
        """
              E10...E9    C3
              .     b     .
              .     b     .
        E12..(E11)aaM8aba(M7)...I2
              .           c    ..
              .           c  .  .
              C3          E8ccccE7
        """,
        ("E11 M8 M7!", "E9 M8 M7", "E7 E8 M7"),
        "E11>E10 E11>C3 E11>E12 M7>I2 M7>C3",
    ),
    Case(
        "B19: come along an unused street, it may follow",
        """
              E10...E9    C3
              .     b     .
              .     b     .
        E12..(E11)aaM8aaa(M7)...I2
              .           c    ..
              .           c  .  .
              C3          E8ccccE7
        """,
        ("E11 M8 M7", "E9 M8", "E7 E8 M7"),
        "E11>E10 E11>C3 E11>E12 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B19, B18: bound to turn off where nothing is unused, any street will do",
        """
         E9    C3
         b     .
         c     .
        (M8)ac(M7)...I2
         b     .    .
         b     .  .
         E11   E8
        """,
        ("M7 M8!", "E9 M8 E11", "M7 M8 E9"),
        "M8>E9 M8>E11 M7>E8 M7>I2 M7>C3",
    ),
    Case(
        "B19: one end is bound, the other is not",
        """
              E10
              c
              c
        E8...(E9)aaaM8ddddE11
                    a
                    d
              C3...(M7)...I2
                    b    ..
                    b  .  .
                    E8bbbbE7
        """,
        ("!M7 M8 E9", "E7 E8 M7", "E10 E9", "E11 M8 M7"),
        "M7>I2 M7>C3 E9>E8 E9>E10",
    ),
    Case(
        "B19, B20: after a loop the end laid last is bound",
        """
              I3    E15
              .     c
              .     c
             (I4)acaM1....E1
             ba     a    .
           b  a     a  .
        G1    C4aaaaM2
        """,
        ("I4 C4 M2 M1 I4!", "E13 G1 I4", "E15 M1 I4"),
        "I4>I3",
    ),
    Case(
        "B19, B20: after a loop only the end laid last is asked, not the other",
        """
              I3    E15
              .     .
              .     .
             (I4)aaaM1....E1
             ba     a    .
           b  a     a  .
        G1    C4aaaaM2
        """,
        ("!I4 C4 M2 M1 I4", "E13 G1 I4"),
        "I4>I3 I4>G1",
    ),
    Case(
        "B21, B18: in a corner of its own nothing is left",
        """
        (E10)aaE9
         a     a
         a     a
         E11aaaM8
        """,
        ("E10 E9 M8 E11 E10",),
        "",
    ),
    Case(
        "B21: one end is stuck, the other goes on",
        """
        E10aa(E9)aa(E8)...E7
        a     a     . .   .
        a     a     .   . .
        E11aaaM8....M7....I2
        """,
        ("E8 E9 M8 E11 E10 E9",),
        "E8>E7 E8>M7 E8>I2",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.tells for case in CASES])
@rule("B14", "B15", "B16", "B17", "B18", "B19", "B20")
def test_a_line_may_go_on_exactly_there(case: Case) -> None:
    state = extending(*case.lines, game=Bus(max(3, len(case.lines))))
    is_drawn_by(Picture(case.picture), state)
    assert streets(state) == set(case.allowed.split())
    # Said one by one it is the same.
    every = [move.text for move in state.game.moves if move.text.startswith("extend")]
    assert [text for text in every if forbidden_by(state, text) is None] == legal(state)

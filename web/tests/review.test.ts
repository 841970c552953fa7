import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Review, ReviewedDecision, ReviewedSeat, StudyGame } from "../src/generated/messages";
import { ReviewRun } from "../src/live/ReviewRun.svelte";
import { routeOf } from "../src/pages/route";
import { amount, amountInWords, fineAmount } from "../src/review/amounts";
import Chances from "../src/review/Chances.svelte";
import Decisions from "../src/review/Decisions.svelte";
import { ownGames, perDecision } from "../src/review/figures";
import { barsOf, countMarks, curveOf, filtered, neighbour, valueAt } from "../src/review/review";
import Sums from "../src/review/Sums.svelte";
import { curvesNote, deedOf, followedInWords, missedInWords, worthInWords } from "../src/review/words";
import { worthsInWords } from "../src/review/worths";
import { levelsBetween } from "../src/shell/levels";
import { i18n } from "../src/texts/i18n.svelte";

const both = (share: number, points = 100 * share) => ({ share, points });
const sure = (share: number) => ({ share, share_error: 0.01, points: 100 * share, points_error: 1 });

function decision(n: number, seat: number, value: number, changes: Partial<ReviewedDecision> = {}): ReviewedDecision {
  return {
    n,
    seat,
    asks: "turn",
    move: "played",
    best: "played",
    beyond_doubt: false,
    worth: sure(value),
    value: sure(value),
    loss: both(0),
    mark: null,
    luck: both(0.1),
    luck_from: "cards",
    everyone: null,
    ...changes,
  };
}

const DECISIONS = [
  decision(1, 0, 0.4),
  decision(2, 1, 0.5, { mark: "blunder", loss: both(0.2), worth: sure(0.3), best: "other", beyond_doubt: true }),
  decision(5, 0, 0.6, { mark: "inaccuracy", loss: both(0.03), worth: sure(0.57), beyond_doubt: true }),
];
const SEATS: ReviewedSeat[] = [
  {
    result: both(1),
    decisions: 2,
    of: 2,
    expected: both(0.335),
    loss: both(0.115),
    luck: both(0.78),
    luck_from: { share: { cards: 0.504, others: -0.224, both: 0.5 }, points: { cards: 50.4, others: -22.4, both: 50 } },
  },
  { result: both(0), decisions: 1, of: 3, expected: null, loss: null, luck: null, luck_from: null },
];
const REVIEW: Review = {
  judge: "judge 1",
  budget: 60,
  unit: "share",
  thresholds: { blunder: 0.12, mistake: 0.06, inaccuracy: 0.02 },
  luck_name: "luck",
  complete: false,
  seats: SEATS,
  decisions: DECISIONS,
  moments: [
    { n: 2, seat: 1, kind: "loss", by: 0.2 },
    { n: 5, seat: 0, kind: "luck", by: 0.1 },
  ],
  moves: [],
};
const NAMES = ["Ada", "Bo"];

beforeEach(() => {
  i18n.language = "en";
  return () => (i18n.language = "en");
});

describe("a curve", () => {
  test("is what a seat could expect at each of its own decisions, before the move, and what it got", () => {
    const curve = curveOf(REVIEW, 0, 8);
    expect(curve.map(({ at, value }) => [at, value])).toEqual([
      [0, 0.4],
      [4, 0.6],
      [8, 1],
    ]);
    expect(curve[1]!.decision).toBe(DECISIONS[2]);
  });

  test("stays what it was until the seat decides again", () => {
    const curve = curveOf(REVIEW, 0, 8);
    expect([0, 3, 4, 7, 8].map((at) => valueAt(curve, at))).toEqual([0.4, 0.4, 0.6, 0.6, 1]);
    // Before its first decision a seat had what it had there; what is not weighed yet is not known.
    const begun = curveOf(REVIEW, 1, 8);
    expect([0, 1, 2, 8].map((at) => valueAt(begun, at))).toEqual([0.5, 0.5, null, null]);
    expect(valueAt([], 0)).toBeNull();
  });

  test("knows with hindsight what everyone could expect at each decision", () => {
    const known = { ...REVIEW, decisions: DECISIONS.map((each) => ({ ...each, everyone: [both(0.7), both(0.3)] })) };
    expect(curveOf(known, 1, 8).map(({ at, value }) => [at, value])).toEqual([
      [0, 0.3],
      [1, 0.5],
      [4, 0.3],
    ]);
  });

  test("is told in words to those who do not see it, and can be walked along by keyboard", () => {
    const props = { review: REVIEW, names: NAMES, last: 8, at: 4, go() {}, seat: null, pick() {} };
    const { body } = render(Chances, { props });
    expect(body).toMatch(/role="slider" tabindex="0"/);
    expect(body).toContain('aria-valuetext="After move 4 of 8 Ada 60%, Bo …"');
    // Of all at once only blunders have a sign, of one everything.
    expect(body.match(/>\?\?</g)).toHaveLength(1);
    expect(body).not.toContain(">?!<");
    expect(render(Chances, { props: { ...props, seat: 0 } }).body).toContain(">?!<");
  });
});

describe("the bars of a seat", () => {
  test("begin where the one before ended, and end at the result", () => {
    const bars = barsOf(SEATS[0]!, "share")!;
    expect(bars.map(({ part }) => part)).toEqual(["expected", "cards", "others", "both", "loss", "result"]);
    for (const [place, bar] of bars.slice(1, -1).entries()) expect(bar.from).toBe(bars[place]!.to);
    expect(bars.at(-2)!.to).toBeCloseTo(bars.at(-1)!.to, 9);
  });

  test.each(["share", "points"] as const)("add up as they are shown, in %s", (unit) => {
    const shown = barsOf(SEATS[0]!, unit)!.map(({ by }) => by);
    const result = shown.pop()!;
    expect(shown.reduce((sum, by) => sum + by, 0)).toBeCloseTo(result, 9);
    // 33.5 % rounds up, and so do 83.9 % and 61.5 %: each bar alone would have been rounded otherwise.
    if (unit === "share") expect(shown.map((by) => Math.round(100 * by))).toEqual([34, 50, -22, 50, -12]);
  });

  test("leave out luck that comes to nothing, never what moves cost", () => {
    const parts = { cards: 0.001, others: 0, both: 0 };
    const seat = { ...SEATS[0]!, expected: both(1), loss: both(0), luck_from: { share: parts, points: parts } };
    expect(barsOf(seat, "share")!.map(({ part }) => part)).toEqual(["expected", "loss", "result"]);
  });

  test("are not drawn before all decisions of the seat are weighed", () => {
    expect(barsOf(SEATS[1]!, "share")).toBeNull();
    const { body } = render(Sums, { props: { review: REVIEW, names: NAMES } });
    expect(body).toContain("1 of 3 decisions are weighed.");
    expect(body).toContain("1 inaccuracy");
    expect(body).toMatch(/\+50%/);
    expect(body).toContain("−22%");
  });
});

describe("the list of decisions", () => {
  test("can be narrowed to a seat and to marks", () => {
    const numbers = (seat: number | null, marks: Parameters<typeof filtered>[1]["marks"]) =>
      filtered(DECISIONS, { seat, marks }).map(({ n }) => n);
    expect(numbers(null, null)).toEqual([1, 2, 5]);
    expect(numbers(0, null)).toEqual([1, 5]);
    expect(numbers(null, ["blunder", "inaccuracy"])).toEqual([2, 5]);
    expect(numbers(0, ["blunder"])).toEqual([]);
    expect(countMarks(DECISIONS, 0)).toEqual({ blunder: 0, mistake: 0, inaccuracy: 1 });
  });

  test("is closed at first and says how many there are", () => {
    const props = { review: REVIEW, names: NAMES, playedInWords: String, bestInWords: String, address: String };
    expect(render(Decisions, { props }).body).toContain("All decisions (3)");
  });
});

test("from one moment that mattered one comes to the next, and back", () => {
  const { moments } = REVIEW;
  expect(neighbour(moments, 0, 1)?.n).toBe(2);
  expect(neighbour(moments, 1, 1)?.n).toBe(5);
  expect(neighbour(moments, 4, 1)).toBeNull();
  expect(neighbour(moments, 4, -1)?.n).toBe(2);
  expect(neighbour(moments, 1, -1)).toBeNull();
});

describe("in words", () => {
  test("amounts are per cents of the victory, or points", () => {
    expect([0.064, -0.064, 0, 1].map((value) => amount(value, "share"))).toEqual(["6%", "−6%", "0%", "100%"]);
    expect([0.064, -0.001].map((value) => amount(value, "share", true))).toEqual(["+6%", "0%"]);
    expect([1, 3.55, -2].map((value) => amountInWords(value, "points"))).toEqual([
      "1 point",
      "3.6 points",
      "−2 points",
    ]);
    expect(fineAmount(0.0123, "share")).toBe("1.2%");
    i18n.language = "fr";
    expect(amount(0.064, "share")).toMatch(/^6\s%$/);
    expect([1.5, 2].map((value) => amountInWords(value, "points"))).toEqual(["1,5 point", "2 points"]);
  });

  test("a loss says what was better and by how much, and what came then who brought it", () => {
    expect(missedInWords(DECISIONS[1]!, "Take Bus", "share")).toBe("“Take Bus” was worth 20% more.");
    expect(missedInWords(DECISIONS[1]!, "Take Bus", "points")).toBe("“Take Bus” was worth 20 points more.");
    expect(followedInWords(DECISIONS[0]!, "share")).toBe("The cards that came next brought 10%.");
    const unlucky = { luck: both(-0.25), luck_from: "others" as const };
    expect(followedInWords(decision(1, 0, 0.5, unlucky), "share")).toBe("What the others did next cost 25%.");
    expect(followedInWords(decision(1, 0, 0.5, { luck: null }), "share")).toBe("");
    expect(worthInWords(sure(0.5), "share")).toBe("(50% to win, ± 2%)");
  });

  test("nobody is told of luck where nothing is drawn", () => {
    const everyone = [both(0.7), both(0.3)];
    const open = {
      ...REVIEW,
      luck_name: "others" as const,
      decisions: DECISIONS.map((each) => ({ ...each, everyone })),
    };
    const { body } = render(Decisions, {
      props: { review: open, names: NAMES, playedInWords: String, bestInWords: String, address: String },
    });
    const said = [curvesNote(open, false), render(Sums, { props: { review: open, names: NAMES } }).body, body];
    for (const text of said) expect(text.toLowerCase()).not.toContain("luck");
    expect(new Set([curvesNote(open, false), curvesNote(REVIEW, false), curvesNote(REVIEW, true)]).size).toBe(3);
    expect(curvesNote({ ...REVIEW, unit: "points" }, false)).toContain("points");
  });

  test("what somebody did is the first thing told of them", () => {
    const [silent, other, own] = [
      { event: "silent", seat: 1 },
      { event: "told", seat: 0 },
      { event: "told", seat: 1 },
    ];
    const told = ({ event }: { event: string }) => (event === "told" ? "told" : null);
    expect(deedOf([silent, other, own], 1, told)).toBe(own);
    expect(deedOf([silent, other], 1, told)).toBeNull();
  });

  test("the worths of moves stand in their order beside the moves that can be made", () => {
    const legal = [
      { text: "a", do: "x" },
      { text: "b", do: "x" },
    ];
    const candidates = ["b", "gone", "a"].map((move, place) => ({ move, ...sure(0.5 - place / 10) }));
    expect(worthsInWords({ candidates, legal }, "share")).toEqual([
      { move: legal[1], worth: "50%", best: true },
      { move: legal[0], worth: "30%", best: false },
    ]);
  });
});

describe("one's own figures", () => {
  const game = (unit: "share" | "points", lost: number, kinds: [string, number][]): StudyGame => ({
    table: String(lost),
    at: 0,
    unit,
    decisions: 10,
    loss: both(lost),
    kinds: kinds.map(([asks, loss]) => ({ asks, decisions: 5, loss: both(loss) })),
  });
  const [first, second] = [
    game("share", 0.3, [
      ["more", 0.1],
      ["turn", 0.2],
    ]),
    game("share", 0.5, [["turn", 0.5]]),
  ];
  const alone = game("points", 0.2, []);

  test("are told apart by what counts, and what cost most comes first", () => {
    const own = ownGames({ games: [{ game: "x", games: [first, alone, second] }] });
    expect(own.map(({ unit, games }) => [unit, games])).toEqual([
      ["share", [first, second]],
      ["points", [alone]],
    ]);
    expect(own[0]!.kinds.map(({ name, decisions, lost }) => [name, decisions, lost])).toEqual([
      ["turn", 10, 0.7],
      ["more", 5, 0.1],
    ]);
    expect(perDecision(own[0]!.lost, own[0]!.decisions)).toBeCloseTo(0.04, 9);
    expect(perDecision(0, 0)).toBe(0);
  });

  test("tell the decisions of a turn apart by what was done", () => {
    const kinds: [string, number][] = [
      ["action.take", 0.1],
      ["action.claim", 0.15],
      ["second-card.take", 0.3],
      ["action.draw", 0.1],
      ["action", 0.01], // of an earlier version
    ];
    const [own] = ownGames({ games: [{ game: "london", games: [game("share", 0.66, kinds)] }] });
    expect(own!.kinds.map(({ name, decisions }) => [name, decisions])).toEqual([
      ["the second card", 5],
      ["drawing cards", 10],
      ["claiming a route", 5],
      ["what to do in a turn", 5],
    ]);
  });

  test("have a page of their own", () => {
    expect(routeOf("#/study")).toEqual({ page: "study" });
  });
});

test("the lines of a plot stand at round numbers", () => {
  expect(levelsBetween(0, 22)).toEqual([0, 5, 10, 15, 20]);
  expect(levelsBetween(113, 158)).toEqual([120, 130, 140, 150]);
});

describe("a review that is made", () => {
  let asked: string[] = [];
  afterEach(() => vi.unstubAllGlobals());

  function answer(...answers: unknown[]) {
    asked = [];
    vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
      const me = path.endsWith("/me");
      if (!me) asked.push(`${method} ${path}`);
      const json = async () => (me ? { name: "Ada" } : answers.shift());
      return { ok: true, status: 200, headers: new Headers(), json };
    });
  }
  const status = (state: string, done = 0, refusal: unknown = null) => ({ state, done, of: 3, refusal, review: null });

  test("is asked for once, followed as it comes, and not asked about any more when it is there", async () => {
    vi.useFakeTimers();
    answer(status("none"), status("waiting"), status("running", 1), status("done", 3), status("none"));
    const run = new ReviewRun("7f3a");
    await vi.waitUntil(() => run.offered);
    await run.ask();
    await vi.waitUntil(() => run.status?.state === "running");
    expect(run.underway).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([run.status?.state, run.offered, run.underway]).toEqual(["done", false, false]);
    expect(asked.map((each) => each.replace(/&wait=\d+/, ""))).toEqual([
      "GET /api/tables/7f3a/review?hindsight=false&known=0",
      "POST /api/tables/7f3a/review",
      "GET /api/tables/7f3a/review?hindsight=false&known=0",
      "GET /api/tables/7f3a/review?hindsight=false&known=1",
      "GET /api/tables/7f3a/review?hindsight=true&known=0", // whether there is a second opinion, or could be
    ]);
    expect(run.second?.offered).toBe(true);
    expect(run.shown).toBe(run);
    vi.useRealTimers();
  });

  test("can be asked for by whoever has not come in yet, and by nobody who may not", async () => {
    answer(status("none", 0, { code: "not-signed-in", reason: "" }));
    const newcomer = new ReviewRun("7f3a");
    await vi.waitUntil(() => newcomer.status);
    expect(newcomer.offered).toBe(true);
    answer(status("none", 0, { code: "review-not-yours", reason: "" }));
    const stranger = new ReviewRun("7f3a");
    await vi.waitUntil(() => stranger.status);
    expect(stranger.offered).toBe(false);
  });
});

import { called, type Fact } from "../../table";
import { voice } from "../../texts/voice.svelte";
import type { Letter, TerminusView } from "./view";
import { faceOf, LETTERS, pointsOf } from "./cards";

export function cardInWords(card: string): string {
  const face = faceOf(card);
  switch (face.sort) {
    case "number":
      return voice.say("terminus.card", { line: voice.say(`terminus.${face.line}`), number: face.number });
    case "number joker":
      return voice.say("terminus.numberJoker", { number: face.number });
    case "colour joker":
      return voice.say("terminus.colourJoker", { line: voice.say(`terminus.${face.line}`) });
    case "super joker":
      return voice.say("terminus.superJoker");
  }
}

export function inWords(move: string): string {
  const [verb, what = ""] = move.split(" ");
  const found = /^(..)(?:x(\d+))?(?:@([MTB]))?$/.exec(what);
  const card = found ? cardInWords(found[1]!) : "";
  switch (verb) {
    case "secret":
      return voice.say("terminus.doSecret", { card });
    case "swap":
      return voice.say("terminus.doSwap", { card });
    case "play":
      if (found?.[3]) return voice.say("terminus.doJoker", { card, line: voice.say(`terminus.${found[3] as Letter}`) });
      if (found?.[2]) return voice.say("terminus.doPlaySeveral", { card, count: Number(found[2]) });
      return voice.say("terminus.doPlay", { card });
    default:
      return voice.say("terminus.end");
  }
}

export function ask(view: TerminusView, names: string[]): string {
  if (view.result) return voice.say("ask.over");
  const mine = view.seat !== null && view.turn.includes(view.seat);
  if (!mine) return voice.say("ask.wait", { names: voice.list(called(view.turn, names)) });
  if (view.choosing_secrets) return voice.say("terminus.askSecret");
  if (view.line !== null) return voice.say("terminus.askMore", { line: voice.say(`terminus.${view.line}`) });
  return voice.say("terminus.ask");
}

export function facts(view: TerminusView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "hand", value: place.hand_size, label: voice.say("terminus.cards") },
    { icon: "secret", value: place.stack.length, label: voice.say("terminus.secrets") },
  ];
}

/** A line with what lies on its places, what comes next, and what it is worth. */
export function lineInWords(view: TerminusView, line: Letter): string {
  const filled = view.lines[line].filter((stack) => stack.length);
  return voice.say("terminus.lineSpoken", {
    line: voice.say(`terminus.${line}`),
    cards: filled.map((stack) => stack.map(cardInWords).join(" + ")).join(", ") || voice.say("none"),
    next: filled.length + 1,
    points: pointsOf(filled.flat()),
  });
}

/** Cards in a row: “Metro 3, joker 4, face down”. */
export function cardsInWords(cards: (string | null)[]): string {
  const words = cards.map((card) => (card === null ? voice.say("terminus.faceDown") : cardInWords(card)));
  return words.join(", ") || voice.say("none");
}

export function describe(view: TerminusView, names: string[]): string[] {
  const lines = LETTERS.map((line) => lineInWords(view, line));
  const players = view.table.map((place, seat) =>
    voice.say("terminus.tellPlayer", {
      name: names[seat],
      score: place.score,
      hand: place.hand
        ? voice.say("terminus.handIs", { cards: cardsInWords(place.hand) })
        : voice.say("terminus.inHand", { count: place.hand_size }),
      stack: cardsInWords(place.stack),
    }),
  );
  return [...lines, ...players, voice.say("terminus.pile", { size: view.pile.size })];
}

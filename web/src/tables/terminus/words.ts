import { type Fact, namesOf } from "../../table";
import { voice } from "../../texts/voice.svelte";
import type { GameDetails } from "../../views";
import { lettersOf } from "./cards";
import type { Letter, TerminusBoard, TerminusMoveData, TerminusView } from "./view";

type Game = GameDetails<TerminusBoard>;
type Cards = TerminusBoard["cards"];

export function cardInWords(card: string, cards: Cards): string {
  const { line, number, joker } = cards[card]!;
  const name = line && voice.say(`terminus.${line}`);
  if (!joker) return voice.say("terminus.card", { line: name, number });
  if (number !== null) return voice.say("terminus.numberJoker", { number });
  return name ? voice.say("terminus.colourJoker", { line: name }) : voice.say("terminus.superJoker");
}

export function inWords(move: TerminusMoveData, _view: TerminusView, game: Game): string {
  const card = "card" in move ? cardInWords(move.card, game.board.cards) : "";
  switch (move.do) {
    case "secret":
      return voice.say("terminus.doSecret", { card });
    case "swap":
      return voice.say("terminus.doSwap", { card });
    case "joker":
      return voice.say("terminus.doJoker", { card, line: voice.say(`terminus.${move.line}`) });
    case "play":
      if (move.copies > 1) return voice.say("terminus.doPlaySeveral", { card, count: move.copies });
      return voice.say("terminus.doPlay", { card });
    case "end":
      return voice.say("terminus.end");
  }
}

export function ask(view: TerminusView, names: string[]): string {
  if (view.result) return voice.say("ask.over");
  switch (view.asks) {
    case "first-secret":
      return voice.say("terminus.askSecret");
    case "more":
      return voice.say("terminus.askMore", { line: voice.say(`terminus.${view.line!}`) });
    case "turn":
      return voice.say("terminus.ask");
    case null:
      return voice.say("ask.wait", { names: voice.list(namesOf(view.turn, names)) });
  }
}

export function facts(view: TerminusView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "hand", value: place.hand_size, label: voice.say("terminus.cards") },
    { icon: "secret", value: place.stack.length, label: voice.say("terminus.secrets") },
  ];
}

/** A line with what lies on its places, what comes next, and what it is worth. */
export function lineInWords(view: TerminusView, line: Letter, cards: Cards): string {
  const filled = view.lines[line].filter((stack) => stack.length);
  return voice.say("terminus.lineSpoken", {
    line: voice.say(`terminus.${line}`),
    cards:
      filled.map((stack) => stack.map((card) => cardInWords(card, cards)).join(" + ")).join(", ") || voice.say("none"),
    next: filled.length + 1,
    points: view.worth[line],
  });
}

/** Cards in a row: “Metro 3, joker 4, face down”. */
export function cardsInWords(row: (string | null)[], cards: Cards): string {
  const words = row.map((card) => (card === null ? voice.say("terminus.faceDown") : cardInWords(card, cards)));
  return words.join(", ") || voice.say("none");
}

export function describe(view: TerminusView, names: string[], game: Game): string[] {
  const { cards } = game.board;
  const lines = lettersOf(view.lines).map((line) => lineInWords(view, line, cards));
  const players = view.table.map((place, seat) =>
    voice.say("terminus.tellPlayer", {
      name: names[seat],
      score: place.score,
      hand: place.hand
        ? voice.say("terminus.handIs", { cards: cardsInWords(place.hand, cards) })
        : voice.say("terminus.inHand", { count: place.hand_size }),
      stack: cardsInWords(place.stack, cards),
    }),
  );
  return [...lines, ...players, voice.say("terminus.pile", { size: view.pile.size })];
}

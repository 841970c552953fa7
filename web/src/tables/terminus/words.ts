import { namesOf } from "../../table";
import { i18n, phraseOf } from "../../texts/i18n.svelte";
import { fill } from "../../texts/phrase";
import type { GameDetails, Language, Phrase } from "../../views";
import { lettersOf } from "./cards";
import type { Turn } from "./turns";
import type { Letter, Print, TerminusBoard, TerminusMoveData, TerminusView } from "./view";

type Game = GameDetails<TerminusBoard>;
type Cards = TerminusBoard["cards"];

/** What a card is called, by what is printed on it. */
function nameOf({ line, number, joker }: Print): Phrase {
  const phrase = phraseOf(
    !joker
      ? "terminus.card"
      : number !== null
        ? "terminus.numberJoker"
        : line
          ? "terminus.colourJoker"
          : "terminus.superJoker",
  );
  const told = (language: Language) =>
    fill(phrase[language], { line: line && phraseOf(`terminus.${line}`)[language], number }, language);
  return { en: told("en"), fr: told("fr") };
}

export function cardInWords(card: string, cards: Cards): string {
  return i18n.localized(nameOf(cards[card]!));
}

/** Cards and lines by their names. */
export function words({ board }: Game): GameDetails["words"] {
  return {
    ...Object.fromEntries(Object.entries(board.cards).map(([card, print]) => [card, nameOf(print)])),
    ...Object.fromEntries(
      (Object.keys(board.lines) as Letter[]).map((line) => [`line ${line}`, phraseOf(`terminus.${line}`)]),
    ),
  };
}

/** What a player did in the last turn. */
export function turnInWords({ line, laid, secret, completed }: Turn, cards: Cards): string {
  if (secret || !line) return i18n.t("terminus.turnSecret");
  return i18n.t(completed === null ? "terminus.turnLaid" : "terminus.turnCompleted", {
    cards: cardsInWords(laid, cards),
    line: i18n.t(`terminus.${line}`),
  });
}

export function inWords(move: TerminusMoveData, _view: TerminusView, game: Game): string {
  const card = "card" in move ? cardInWords(move.card, game.board.cards) : "";
  switch (move.do) {
    case "secret":
      return i18n.t("terminus.doSecret", { card });
    case "swap":
      return i18n.t("terminus.doSwap", { card });
    case "joker":
      return i18n.t("terminus.doJoker", { card, line: i18n.t(`terminus.${move.line}`) });
    case "play":
      if (move.copies > 1) return i18n.t("terminus.doPlaySeveral", { card, count: move.copies });
      return i18n.t("terminus.doPlay", { card });
    case "end":
      return i18n.t("terminus.end");
  }
}

export function ask(view: TerminusView, names: string[]): string {
  if (view.result) return i18n.t("ask.over");
  switch (view.asks) {
    case "first-secret":
      return i18n.t("terminus.askSecret");
    case "more":
      return i18n.t("terminus.askMore", { line: i18n.t(`terminus.${view.line!}`) });
    case "turn":
      return i18n.t("terminus.ask");
    case null:
      return i18n.t("ask.wait", { names: i18n.list(namesOf(view.turn, names)) });
  }
}

/** A line with what lies on its places, what comes next, and what it is worth. */
export function lineInWords(view: TerminusView, line: Letter, cards: Cards): string {
  const filled = view.lines[line].filter((stack) => stack.length);
  return i18n.t("terminus.lineSpoken", {
    line: i18n.t(`terminus.${line}`),
    cards:
      filled.map((stack) => stack.map((card) => cardInWords(card, cards)).join(" + ")).join(", ") || i18n.t("none"),
    next: filled.length + 1,
    points: view.worth[line],
  });
}

/** Cards in a row: “Metro 3, joker 4, face down”. */
export function cardsInWords(row: (string | null)[], cards: Cards): string {
  const words = row.map((card) => (card === null ? i18n.t("terminus.faceDown") : cardInWords(card, cards)));
  return words.join(", ") || i18n.t("none");
}

export function describe(view: TerminusView, names: string[], game: Game): string[] {
  const { cards } = game.board;
  const lines = lettersOf(view.lines).map((line) => lineInWords(view, line, cards));
  const players = view.table.map((place, seat) =>
    i18n.t("terminus.tellPlayer", {
      name: names[seat],
      score: place.score,
      hand: place.hand
        ? i18n.t("terminus.handIs", { cards: cardsInWords(place.hand, cards) })
        : i18n.t("terminus.inHand", { count: place.hand_size }),
      stack: cardsInWords(place.stack, cards),
    }),
  );
  return [...lines, ...players, i18n.t("terminus.pile", { size: view.pile.size })];
}

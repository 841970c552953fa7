import type { About, Hands } from "../table";
import type { MoveData } from "../views";

/** The first legal move with these parts. */
export function legalMove<M extends MoveData>(legal: M[], about: About): M | undefined {
  return legal.find((move) => Object.entries(about).every(([part, value]) => move[part as keyof M] === value));
}

/** Make the legal move with these parts, or have it told why there is none. */
export function attemptOrAsk<M extends MoveData>(hands: Hands<M>, legal: M[], about: About) {
  const move = legalMove(legal, about);
  if (move) hands.attempt(move);
  else hands.ask(about);
}

import type { Controls, PartialMove } from "../table";
import type { MoveData } from "../views";

/** The first legal move with these parts. */
export function legalMove<M extends MoveData>(legal: M[], about: PartialMove): M | undefined {
  return legal.find((move) => Object.entries(about).every(([part, value]) => move[part as keyof M] === value));
}

/** Make the legal move with these parts, or have it told why there is none. */
export function attemptOrAsk<M extends MoveData>(controls: Controls<M>, legal: M[], about: PartialMove) {
  const move = legalMove(legal, about);
  if (move) controls.attempt(move);
  else controls.ask(about);
}

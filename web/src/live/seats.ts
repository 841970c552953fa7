import type { SeatInfo, TableInfo } from "./api";

/** Whether I can sit down there: nobody does, and the seat is kept for nobody else. */
export function isFreeForMe({ who, kept_for, kept_for_you, declined }: SeatInfo): boolean {
  return who === "open" && (!kept_for || kept_for_you || declined);
}

/** Whether somebody asks me to play again, and a seat is kept for me. */
export function isOffered({ status, seats }: TableInfo): boolean {
  return status === "open" && seats.some((seat) => seat.kept_for_you && !seat.declined);
}

/** Whoever has one seat looks from there; several people at one device look from outside until they say who looks. */
export function onlyOwnSeat({ seats }: Pick<TableInfo, "seats">): number | null {
  const own = seats.filter(({ yours }) => yours);
  return own.length === 1 ? own[0]!.seat : null;
}

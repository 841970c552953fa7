import type { SeatInfo, TableInfo } from "./api";

/** Whether I can sit down there: nobody does, and the seat is kept for nobody else. */
export function isFreeForMe({ who, kept_for, kept_for_you, declined }: SeatInfo): boolean {
  return who === "open" && (!kept_for || kept_for_you || declined);
}

/** Whether somebody asks me to play again, and a seat is kept for me. */
export function isOffered({ status, seats }: TableInfo): boolean {
  return status === "open" && seats.some((seat) => seat.kept_for_you && !seat.declined);
}

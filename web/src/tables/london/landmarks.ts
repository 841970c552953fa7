import type { Point } from "../../views";

/** A drawing that tells a place from afar, on a field from −50 to 50. */
export interface Landmark {
  /** Where its middle stands on the printed map. */
  at: Point;
  size: number;
  /** What is seen of it as a whole, and what is seen in it. */
  body: string;
  detail: string;
}

function around(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}Z`;
}

/** Upright bars in a row: columns, windows, the gaps of a fence. */
function bars(lefts: number[], top: number, width: number, height: number): string {
  return lefts.map((left) => `M${left} ${top}h${width}v${height}h${-width}z`).join("");
}

export const LANDMARKS: Record<string, Landmark> = {
  // two train sheds and a clock between them
  kings_cross: {
    at: [520, 116],
    size: 0.74,
    body: "M-48 42V2A21 21 0 0 1-6 2V42ZM6 42V2A21 21 0 0 1 48 2V42ZM-8 42V-32H8V42ZM-11-32L0-48L11-32Z",
    detail: "M-41 42V6A14 14 0 0 1-13 6V42Z" + "M13 42V6A14 14 0 0 1 41 6V42Z" + around(0, -21, 5.5),
  },
  // trees
  regents_park: {
    at: [112, 58],
    size: 0.8,
    body: around(-24, 2, 20) + around(22, -6, 24) + around(0, 16, 15),
    detail: bars([-26.5, 19, -2.5], 14, 5, 28),
  },
  // a house with a front door and a lamp
  baker_street: {
    at: [8, 106],
    size: 0.7,
    body: "M-30 42V-28L-22-40H-18V-48H-8V-40H22L30-28V42ZM38 42V-6H34L36-18H46L48-6H42V42Z",
    detail:
      bars([-20, -4, 12], -24, 8, 14) +
      bars([-20, 12], -2, 8, 14) +
      "M-6 42V10A7 7 0 0 1 8 10V42Z" +
      around(41, -11, 3),
  },
  // a tree by the water, and a boat
  hyde_park: {
    at: [38, 442],
    size: 0.82,
    body: around(-18, -14, 24) + "M-48 34C-30 22 34 22 48 34C34 46-30 46-48 34ZM8 24H40L34 32H14Z",
    detail: "M-21 0h6v28h-6zM23 24V2L36 20H24M-36 35H-12M6 38H30",
  },
  // a palace with a flag
  buckingham_palace: {
    at: [118, 606],
    size: 0.8,
    body: "M-50 34V-2H-40V-8H-15V-12L0-22L15-12V-8H40V-2H50V34ZM-1.5-22V-46H1.5V-22ZM1.5-46L18-41L1.5-36Z",
    detail:
      bars([-45, -36, -27, 22, 31, 40], 6, 5, 9) +
      bars([-45, -36, -27, 22, 31, 40], 20, 5, 14) +
      bars([-13, -6, 2, 9], -6, 4, 40),
  },
  // the clock tower
  big_ben: {
    at: [392, 618],
    size: 0.86,
    body: "M-13 46V-12H-16V-36H-11L0-64L11-36H16V-12H13V46Z",
    detail: around(0, -24, 8.5) + bars([-8, -2, 4], -4, 3, 48),
  },
  // a column with somebody on it, and a lion below
  trafalgar_square: {
    at: [318, 466],
    size: 0.62,
    body: "M-24 46V36H-16V26H-6V-30H-10V-37H10V-30H6V26H16V36H24V46ZM-4-37V-50A4.5 4.5 0 1 1 4-50V-37ZM28 46V36C28 30 34 26 40 28C46 26 50 32 48 38V46Z",
    detail: "M-2-28V24M2-28V24M-14 36H14",
  },
  // an archer with wings above a fountain
  piccadilly_circus: {
    at: [214, 349],
    size: 0.56,
    body: "M-30 46L-22 34H22L30 46ZM-14 34L-8 20H8L14 34ZM-4 20V8L-8-6C-18-8-24-18-38-20C-32-30-16-28-4-18A6 6 0 1 1 6-18C16-28 28-28 36-20C24-18 18-8 8-6L4 8V20Z",
    detail: "M18-36A26 26 0 0 1 24 2M18-36L24 2M-20 40H20",
  },
  // market halls
  covent_garden: {
    at: [492, 272],
    size: 0.62,
    body: "M-48 40V4L-32-14L-16 4V40ZM-16 40V-6L0-26L16-6V40ZM16 40V4L32-14L48 4V40Z",
    detail:
      "M-40 40V20A8 8 0 0 1-24 20V40ZM-9 40V14A9 9 0 0 1 9 14V40ZM24 40V20A8 8 0 0 1 40 20V40Z" + around(0, -9, 4),
  },
  // a temple front
  british_museum: {
    at: [322, 168],
    size: 0.66,
    body: "M-48-12L0-36L48-12V-4H-48ZM-44-4H44V30H48V40H-48V30H-44Z",
    detail: bars([-37, -23, -9, 3, 17, 31], 0, 6, 29) + "M-16-14L0-26L16-14Z",
  },
  // a dome between two towers
  st_pauls: {
    at: [620, 248],
    size: 0.78,
    body: "M-44 44V4L-37-12L-30 4V14H-24V2H-22C-22-12-12-22-4-25V-36H-1.5V-48H1.5V-36H4V-25C12-22 22-12 22 2H24V14H30V4L37-12L44 4V44Z",
    detail: bars([-18, -9, 0, 9], 4, 5, 12) + bars([-39, 35], 14, 4, 12) + "M-8 44V28A8 8 0 0 1 8 28V44Z",
  },
  // a gatehouse
  the_charterhouse: {
    at: [706, 84],
    size: 0.62,
    body: "M-40 42V-2L-26-26L-12-2V8H12V-2L26-26L40-2V42Z",
    detail: "M-9 42V24A9 9 0 0 1 9 24V42ZM-29 6h6v14h-6zM23 6h6v14h-6z",
  },
  // a brewery's chimney above its yard
  brick_lane: {
    at: [966, 106],
    size: 0.66,
    body: "M-8 42L-5-46H7L10 42ZM-46 42V2L-36-8V2L-24-8V2L-12-8V42ZM14 42V4H44V42Z",
    detail: bars([-42, -32, -22], 12, 6, 10) + bars([19, 33], 12, 6, 10) + "M-5-34H7M-6-22H8M-44 32H-12M14 32H44",
  },
  // a keep with four turrets
  tower_of_london: {
    at: [962, 476],
    size: 0.84,
    body: "M-40 42V-22H-44L-32-42L-20-22H-24V-8H-16V-14H-8V-8H8V-14H16V-8H24V-22H20L32-42L44-22H40V42Z",
    detail: bars([-34.5, 29.5], -12, 5, 12) + bars([-14, 9], 2, 5, 14) + "M-7 42V26A7 7 0 0 1 7 26V42Z",
  },
  // a round house of timber under thatch
  globe_theatre: {
    at: [768, 508],
    size: 0.66,
    body: "M-40 42V0H40V42ZM-48 2L-34-20H34L48 2ZM-1.5-20V-44H1.5V-20ZM1.5-44L16-39L1.5-34Z",
    detail: "M-40 20H40M-26 2V42M-9 2V42M9 2V42M26 2V42M-26 20L-40 4M26 20L40 4M-9 20L-26 42M9 20L26 42",
  },
  // a train on its arches
  waterloo: {
    at: [566, 536],
    size: 0.66,
    body: "M-50 40V6H50V40H40A11 14 0 0 0 18 40H11A11 14 0 0 0-11 40H-18A11 14 0 0 0-40 40ZM-38 2V-16A6 6 0 0 1-32-22H26L40-8V2Z",
    detail: bars([-31, -16, -1, 14], -15, 9, 8) + "M-50 12H50",
  },
  // an elephant that carries a castle
  elephant_and_castle: {
    at: [802, 618],
    size: 0.84,
    body: "M-36 42V14C-36-4-22-11-4-11H10C17-11 21-17 29-17C39-17 43-9 43 1C43 13 39 25 45 35C40 38 35 35 34 28C33 22 33 18 30 15C27 18 24 18 22 18V42H10V26H-16V42ZM-20-11V-36H-13V-31H-7V-36H0V-31H6V-36H13V-11Z",
    detail: around(33, -5, 2.2) + "M16-9C12-4 12 6 18 12M-7-11V-20A4 4 0 0 1 1-20V-11Z",
  },
};

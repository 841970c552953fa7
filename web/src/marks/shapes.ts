/** The shape of each seat, drawn around the origin within a circle of radius 10. */
export const SEAT_SHAPES = [
  "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",
  "M0-10L9.5 7.5H-9.5Z",
  "M-8-8H8V8H-8Z",
  "M0-11L10 0L0 11L-10 0Z",
  "M0-11L2.9-3.6L10.5-3.4L4.5 1.4L6.6 8.9L0 4.6L-6.6 8.9L-4.5 1.4L-10.5-3.4L-2.9-3.6Z",
  "M-3.4-10H3.4V-3.4H10V3.4H3.4V10H-3.4V3.4H-10V-3.4H-3.4Z",
] as const;

/** The glyph of each kind of London's cards, within a circle of radius 10. */
export const CARD_GLYPHS: Record<string, string> = {
  // wave
  blue: "M-9-3C-6-8-3-8 0-3S6 2 9-3V2C6 7 3 7 0 2S-6-3-9 2Z",
  // leaf
  green: "M-8 8C-9-4-1-9 8-8C9 3 4 9-4 6L4-3L-6 6Z",
  // moon
  black: "M3-9A9 9 0 1 0 9 4A7.4 7.4 0 0 1 3-9Z",
  // heart
  pink: "M0 8.5C-6 4-9 1-9-3C-9-8-2.5-9 0-4C2.5-9 9-8 9-3C9 1 6 4 0 8.5Z",
  // sun
  yellow:
    "M0-5.2A5.2 5.2 0 1 1 0 5.2A5.2 5.2 0 1 1 0-5.2ZM-1.2-10H1.2V-7H-1.2ZM-1.2 7H1.2V10H-1.2ZM-10-1.2H-7V1.2H-10ZM7-1.2H10V1.2H7ZM-7.9-6.2L-6.2-7.9L-4.2-5.9L-5.9-4.2ZM6.2-7.9L7.9-6.2L5.9-4.2L4.2-5.9ZM-7.9 6.2L-5.9 4.2L-4.2 5.9L-6.2 7.9ZM7.9 6.2L6.2 7.9L4.2 5.9L5.9 4.2Z",
  // flame
  orange:
    "M1-10C2-5 8-3 7 3C6.4 7 3.4 9 0 9C-4 9-7 6.6-7 2.6C-7 0-5.6-2-4-3.4C-3.6-1.4-2.8-.4-1.6 0C-2.6-4-1.6-7.6 1-10Z",
  // bus
  bus: "M-9-7.5H7.5A1.8 1.8 0 0 1 9-5.7V5.5H6.8A2.6 2.6 0 0 1 1.6 5.5H-1.6A2.6 2.6 0 0 1-6.8 5.5H-9ZM-7-5.2V-.8H-3.8V-5.2ZM-2.4-5.2V-.8H1V-5.2ZM2.4-5.2V-.8H6.8V-5.2Z",
  // any one colour
  grey: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM0-3.2A3.2 3.2 0 1 0 0 3.2A3.2 3.2 0 1 0 0-3.2Z",
};

/** The symbols of Next Station, within a circle of radius 10. */
export const SIGNS: Record<string, string> = {
  circle: "M0-8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0-8.6Z",
  triangle: "M0-10L9.6 7.2H-9.6Z",
  square: "M-7.8-7.8H7.8V7.8H-7.8Z",
  pentagon: "M0-9.8L9.4-2.9L5.8 8.2H-5.8L-9.4-2.9Z",
};

/** The buildings of Bus, within a square of side 20. */
export const BUILDINGS: Record<string, string> = {
  house: "M0-10L10-1H7V9H2V3H-2V9H-7V-1H-10Z",
  office:
    "M-7-10H7V9H-7ZM-4.5-7.5V-5H-1.5V-7.5ZM1.5-7.5V-5H4.5V-7.5ZM-4.5-3V-.5H-1.5V-3ZM1.5-3V-.5H4.5V-3ZM-4.5 1.5V4H-1.5V1.5ZM1.5 1.5V4H4.5V1.5Z",
  pub: "M-8-8H4V-5H6.5A3 3 0 0 1 9.5-2V2A3 3 0 0 1 6.5 5H4V6A3 3 0 0 1 1 9H-5A3 3 0 0 1-8 6ZM4-2.5V2.5H6A1 1 0 0 0 7 1.5V-1.5A1 1 0 0 0 6-2.5Z",
};

/** A passenger, standing at the origin. */
export const PASSENGER = "M0-11A4 4 0 1 1 0-3A4 4 0 1 1 0-11ZM-6 9C-6 1-4-2 0-2S6 1 6 9Z";

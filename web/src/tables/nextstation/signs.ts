/** The symbols of stations, within a circle of radius 10. */
export const SIGNS: Record<string, string> = {
  circle: "M0-8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0-8.6Z",
  triangle: "M0-10L9.6 7.2H-9.6Z",
  square: "M-7.8-7.8H7.8V7.8H-7.8Z",
  pentagon: "M0-9.8L9.4-2.9L5.8 8.2H-5.8L-9.4-2.9Z",
};

/** The shape of each seat, drawn around the origin within a circle of radius 10. */
export const SEAT_SHAPES = [
  "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",
  "M0-10L9.5 7.5H-9.5Z",
  "M-8-8H8V8H-8Z",
  "M0-11L10 0L0 11L-10 0Z",
  "M0-11L2.9-3.6L10.5-3.4L4.5 1.4L6.6 8.9L0 4.6L-6.6 8.9L-4.5 1.4L-10.5-3.4L-2.9-3.6Z",
  "M-3.4-10H3.4V-3.4H10V3.4H3.4V10H-3.4V3.4H-10V-3.4H-3.4Z",
] as const;

/** The buildings, within a square of side 20. */
export const BUILDINGS: Record<string, string> = {
  house: "M0-10L10-1H7V9H2V3H-2V9H-7V-1H-10Z",
  office:
    "M-7-10H7V9H-7ZM-4.5-7.5V-5H-1.5V-7.5ZM1.5-7.5V-5H4.5V-7.5ZM-4.5-3V-.5H-1.5V-3ZM1.5-3V-.5H4.5V-3ZM-4.5 1.5V4H-1.5V1.5ZM1.5 1.5V4H4.5V1.5Z",
  pub: "M-8-8H4V-5H6.5A3 3 0 0 1 9.5-2V2A3 3 0 0 1 6.5 5H4V6A3 3 0 0 1 1 9H-5A3 3 0 0 1-8 6ZM4-2.5V2.5H6A1 1 0 0 0 7 1.5V-1.5A1 1 0 0 0 6-2.5Z",
};

/** A passenger, standing at the origin. */
export const PASSENGER = "M0-11A4 4 0 1 1 0-3A4 4 0 1 1 0-11ZM-6 9C-6 1-4-2 0-2S6 1 6 9Z";

import type { Kind } from "./view";

/** The parts of a building: its walls, its roof, and what is lit in it. */
export interface BuildingShape {
  walls: string;
  roof: string;
  lights: string;
}

/** The buildings, within a square of side 40 around the origin: a gable, a tower, a bar with its mug. */
export const BUILDINGS: Record<Kind, BuildingShape> = {
  house: {
    walls: "M-13-3H13V17H-13Z",
    roof: "M0-18L7-11.5V-17H12V-7L19 0H-19Z",
    lights: "M-9 3H-2V10H-9ZM3 5H9V17H3Z",
  },
  office: {
    walls: "M-12-16H12V17H-12Z",
    roof: "M-14-19H14V-15H-14ZM-4 12H4V17H-4Z",
    lights:
      "M-9-12H-5V-8H-9ZM-2-12H2V-8H-2ZM5-12H9V-8H5ZM-9-5H-5V-1H-9ZM-2-5H2V-1H-2ZM5-5H9V-1H5ZM-9 2H-5V6H-9ZM-2 2H2V6H-2ZM5 2H9V6H5Z",
  },
  pub: {
    walls: "M-17-9H17V17H-17Z",
    roof: "M-16-18H16L20-7H-20Z",
    lights:
      "M-9-2A3.4 3.4 0 0 1-4-4A3.6 3.6 0 0 1 1-4A3.2 3.2 0 0 1 5-1V1H8A3 3 0 0 1 11 4V9A3 3 0 0 1 8 12H5V14H-9ZM5 4V9H8V4Z",
  },
};

/** A passenger, standing at the origin, 12 wide and 20 high. */
export const PASSENGER = "M0-11A4 4 0 1 1 0-3A4 4 0 1 1 0-11ZM-6 9C-6 1-4-2 0-2S6 1 6 9Z";

/** The front of a train, within a square of side 30 around the origin. */
export const TRAIN =
  "M-7-13H7A4 4 0 0 1 11-9V5A4 4 0 0 1 7 9H-7A4 4 0 0 1-11 5V-9A4 4 0 0 1-7-13ZM-7-9V-2H7V-9ZM-6 1.5A2 2 0 1 0-6 5.5A2 2 0 1 0-6 1.5ZM6 1.5A2 2 0 1 0 6 5.5A2 2 0 1 0 6 1.5ZM-5 10H-1L-5 15H-9ZM1 10H5L9 15H5Z";

/** A bus from its side, within 34 by 24 around the origin: its body, and its wheels. */
export const BUS = {
  body: "M-13-10H9A7 7 0 0 1 16-4L17 3V7A1.5 1.5 0 0 1 15.5 8.5H-15A2 2 0 0 1-17 6.5V-6A4 4 0 0 1-13-10Z",
  wheels: "M-9 4.5A4 4 0 1 1-9 12.5A4 4 0 1 1-9 4.5ZM9 4.5A4 4 0 1 1 9 12.5A4 4 0 1 1 9 4.5Z",
};

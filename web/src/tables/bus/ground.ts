import type { Point } from "../../views";
import type { BusBoard } from "./view";

/** The ground plan of the city, drawn by us around its streets: what does not change in a game. */

export type Zone = "A" | "B" | "C" | "D";

// prettier-ignore
/** The districts inside one another, as outlines; the outskirts are all the rest. */
export const DISTRICTS: Record<Exclude<Zone, "D">, Point[]> = {
  B: [
    [507, 110], [565, 150], [625, 200], [690, 214], [742, 210], [790, 222], [806, 252], [798, 312], [802, 370],
    [818, 438], [852, 452], [905, 455], [922, 515], [892, 562], [862, 610], [868, 680], [930, 715], [975, 757],
    [992, 830], [950, 862], [880, 845], [815, 798], [745, 770], [680, 772], [600, 790], [530, 796], [450, 766],
    [385, 748], [320, 753], [250, 752], [185, 747], [156, 715], [170, 662], [214, 614], [198, 562], [150, 535],
    [124, 500], [130, 455], [118, 408], [92, 370], [56, 340], [60, 290], [100, 265], [124, 230], [112, 178],
    [78, 112], [78, 54], [120, 38], [175, 58], [206, 118], [250, 146], [312, 168], [382, 180], [440, 168], [468, 126],
  ],
  C: [
    [395, 198], [470, 224], [540, 262], [600, 285], [660, 290], [725, 275], [737, 350], [715, 425], [750, 455],
    [802, 466], [830, 505], [815, 560], [778, 602], [764, 642], [720, 668], [690, 692], [650, 738], [592, 770],
    [550, 780], [490, 770], [442, 752], [404, 724], [395, 670], [384, 618], [340, 590], [270, 562], [218, 530],
    [205, 475], [178, 420], [124, 390], [117, 347], [140, 320], [166, 276], [226, 268], [298, 252], [342, 222],
  ],
  A: [
    [390, 285], [450, 300], [525, 345], [600, 425], [668, 452], [696, 520], [680, 585], [652, 642], [600, 686],
    [570, 697], [510, 676], [455, 646], [400, 594], [330, 562], [300, 505], [286, 440], [270, 370], [310, 312],
  ],
};

/** Where the names of the districts stand. */
export const DISTRICT_NAMES: Record<Zone, Point> = { A: [480, 490], B: [153, 178], C: [712, 478], D: [510, 868] };

// prettier-ignore
export const RIVER: Point[] = [
  [462, -300], [448, -40], [441, 60], [438, 150], [458, 225], [515, 285], [556, 343], [600, 386], [655, 391], [720, 364],
  [790, 354], [845, 379], [910, 393], [1040, 380], [1240, 396], [1500, 384],
];

/** The railways, from beyond the map to their stations. */
export const RAILWAYS: Point[][] = [
  [
    [90, -300],
    [172, -30],
    [196, 60],
    [216, 140],
    [245, 210],
  ],
  [
    [745, 700],
    [800, 762],
    [850, 830],
    [882, 940],
    [930, 1200],
  ],
];

/** Where a junction's name stands, how far off in letters, and where people wait there: directions in degrees. */
type Directions = [name: number, off: number, people: number];

// prettier-ignore
const ROOMY: Record<string, Directions> = {
  C1: [210, 1.4, 90], C2: [180, 1, 0], C3: [110, 1.4, 150], C4: [0, 0.5, 270], E1: [300, 1, 180], E2: [135, 0.5,
  270], E3: [0, 0, 240], E4: [60, 1, 255], E5: [195, 1, 60], E6: [60, 0, 195], E7: [120, 0, 0], E8: [45, 1,
  240], E9: [45, 0.5, 345], E10: [240, 0, 75], E11: [15, 1, 315], E12: [120, 1, 270], E13: [30, 1, 150], E14:
  [240, 0.5, 180], E15: [75, 1, 0], G1: [0, 0.7, 306], G2: [0, 0.7, 58], I1: [270, 1, 90], I2: [220, 1.1, 45],
  I3: [240, 1, 90], I4: [0, 1, 180], M1: [180, 1, 90], M2: [180, 1, 15], M3: [60, 1, 240], M4: [225, 0, 90], M5:
  [25, 1.1, 255], M6: [330, 0, 120], M7: [120, 1, 300], M8: [45, 0.5, 285], M9: [255, 1, 75], M10: [345, 1,
  270], M11: [315, 0, 165],
};

// prettier-ignore
const NARROW: Record<string, Directions> = {
  C1: [225, 1, 90], C2: [180, 0, 15], C3: [135, 1, 90], C4: [45, 1, 0], E1: [195, 0, 330], E2: [330, 1, 135],
  E3: [0, 0, 240], E4: [60, 1, 255], E5: [195, 0.5, 60], E6: [45, 0, 195], E7: [120, 0, 0], E8: [225, 1, 180],
  E9: [135, 1, 180], E10: [240, 0, 75], E11: [15, 0.5, 270], E12: [100, 1.2, 270], E13: [75, 1, 150], E14: [240,
  0, 15], E15: [75, 1, 0], G1: [270, 1, 330], G2: [15, 0.5, 225], I1: [270, 1, 90], I2: [60, 0.5, 0], I3: [75,
  1, 225], I4: [30, 1, 345], M1: [165, 1, 0], M2: [180, 0.5, 60], M3: [65, 0.4, 245], M4: [240, 1, 195], M5: [30,
  1, 255], M6: [180, 1, 330], M7: [120, 1, 300], M8: [210, 1, 285], M9: [75, 1, 225], M10: [225, 0.8, 330], M11:
  [180, 0, 300],
};

type Junction = BusBoard["junctions"][number];

/** On a narrow screen the room beside a junction is another. */
export function directionsOf(junction: string, narrow: boolean): Directions {
  return (narrow ? NARROW : ROOMY)[junction]!;
}

function radius(kind: Junction["kind"]): number {
  return kind === "station" ? 24 : kind === "centre" ? 16 : 13;
}

/** Where those who wait at a junction stand. */
export function peopleBeside({ id, kind, at: [x, y] }: Junction, narrow: boolean, large: number): Point {
  const angle = (directionsOf(id, narrow)[2] * Math.PI) / 180;
  const far = (radius(kind) + (kind === "station" ? 25 : 21)) * large;
  return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
}

export interface Sign {
  lines: string[];
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

/** Where the name of a junction stands, a long one on two lines. */
export function signBeside({ id, kind, at: [x, y] }: Junction, name: string, narrow: boolean, large: number): Sign {
  const letters = narrow ? 28 : 16.5;
  const [direction, off] = directionsOf(id, narrow);
  const [right, down] = [Math.cos((direction * Math.PI) / 180), Math.sin((direction * Math.PI) / 180)];
  const [first, ...rest] = name.split(" ");
  const lines = name.length > 9 ? [first!, rest.join(" ")] : [name];
  const anchor = right > 0.3 ? "start" : right < -0.3 ? "end" : "middle";
  const far = (radius(kind) + 2) * large + off * letters;
  const height = lines.length * letters * 1.05;
  const middle = y + down * (far + letters * 0.1 + (anchor === "middle" ? height / 2 : height / 3));
  return { lines, anchor, x: x + right * (far + letters * 0.3), y: middle - height / 2 + letters * 0.82 };
}

/** A smooth curve through the points, as the data of a path. */
export function curve(points: Point[], closed: boolean): string {
  const last = points.length - 1;
  const point = (number: number) =>
    points[closed ? (number + points.length) % points.length : Math.min(last, Math.max(0, number))]!;
  let path = `M${point(0)}`;
  for (let number = 0; number < points.length - (closed ? 0 : 1); number++) {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => point(number + step)) as [Point, Point, Point, Point];
    const leave = [0, 1].map((axis) => from[axis]! + (to[axis]! - before[axis]!) / 6);
    const arrive = [0, 1].map((axis) => to[axis]! - (after[axis]! - from[axis]!) / 6);
    path += `C${[...leave, ...arrive, ...to].map((each) => Math.round(each)).join(" ")}`;
  }
  return closed ? `${path}Z` : path;
}

/** The city as it is drawn: taller on a narrow screen, with its lots further from the junctions, for larger marks. */
export function laidOut(printed: BusBoard, tall: number, large: number): BusBoard {
  return {
    ...printed,
    junctions: printed.junctions.map((junction) => {
      const at: Point = [junction.at[0], junction.at[1] * tall];
      const lots = junction.lots.map((lot) => ({
        ...lot,
        at: [0, 1].map((axis) => at[axis]! + (lot.at[axis]! - junction.at[axis]!) * large) as Point,
      }));
      return { ...junction, at, lots };
    }),
  };
}

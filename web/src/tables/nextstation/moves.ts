/** A section as a move draws it: `13>8`, `13>8 joker`, `8>4 second`. */
export interface Draw {
  move: string;
  from: number;
  to: number;
  power: string | null;
}

export function draws(legal: string[]): Draw[] {
  return legal.flatMap((move) => {
    const found = /^(\d+)>(\d+)(?: (\w+))?$/.exec(move);
    return found ? [{ move, from: Number(found[1]), to: Number(found[2]), power: found[3] ?? null }] : [];
  });
}

/** Whether a section takes the power of the pencil, which is there once a round. */
export function spends(draw: Draw): boolean {
  return draw.power === "joker" || draw.power === "switch";
}

/** The legal draws by the station they lead to. */
export function byStation(legal: string[]): Map<number, Draw[]> {
  const found = new Map<number, Draw[]>();
  for (const draw of draws(legal)) found.set(draw.to, [...(found.get(draw.to) ?? []), draw]);
  return found;
}

/** The stations that may be counted twice. */
export function doubles(legal: string[]): Set<number> {
  return new Set(legal.filter((move) => move.startsWith("double ")).map((move) => Number(move.split(" ")[1])));
}

/** The sections of a sheet that were not on it before, each as `colour a-b`. */
export function sectionKeys(lines: { colour: string; sections: [number, number][] }[]): Set<string> {
  return new Set(lines.flatMap((line) => line.sections.map(([a, b]) => `${line.colour} ${a}-${b}`)));
}

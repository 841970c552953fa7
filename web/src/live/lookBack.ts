import { house, Trouble, type Moment } from "./house";

const AT_ONCE = 8;
const PATIENCE = 400;

/** All moments of a game from its beginning, some at a time; `soFar` hears how many are there. */
export async function lookBack(id: string, seat: number | null, soFar: (part: number) => void): Promise<Moment[]> {
  const first = await patiently(() => house.replay(id, 0, seat));
  const moments: Moment[] = [first];
  for (let from = 1; from <= first.last; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, first.last - from + 1) }, (_, step) => from + step);
    moments.push(...(await Promise.all(numbers.map((at) => patiently(() => house.replay(id, at, seat))))));
    soFar(moments.length / (first.last + 1));
  }
  return moments;
}

/** Ask again a little later if the server finds that we ask too often. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (trouble) {
      if (!(trouble instanceof Trouble) || trouble.code !== "too-often") throw trouble;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
  }
}

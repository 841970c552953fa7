import type { IconName } from "../../marks/Icon.svelte";
import { type CountStep, type Fact, namesOf } from "../../table";
import { i18n, type TextKey } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import { ACTION_OF } from "./moves";
import type { BusBoard, BusMoveData, BusView, Kind } from "./view";

type Game = Pick<GameDetails<BusBoard>, "words">;

/** What a junction, a street or a lot is called. */
export function placeName({ words }: Game, place: string): string {
  return i18n.localized(words[place]!);
}

/** What a zone is called. */
export function districtName({ words }: Game, zone: string): string {
  return i18n.localized(words[`zone ${zone}`]!);
}

export function inWords(move: BusMoveData, _view: BusView, game: Game): string {
  switch (move.do) {
    case "build":
      return i18n.t("bus.doBuild", { lot: placeName(game, move.lot), kind: i18n.t(`bus.${move.building}`) });
    case "line":
      return i18n.t("bus.doLine", { street: placeName(game, move.street) });
    case "extend":
      return i18n.t("bus.doExtend", { start: placeName(game, move.start), end: placeName(game, move.end) });
    case "choose":
      return i18n.t("bus.doChoose", { action: i18n.t(`bus.action.${move.action}`) });
    case "arrive":
      return i18n.t("bus.doArrive", { station: placeName(game, move.station) });
    case "ride":
      return i18n.t("bus.doRide", { start: placeName(game, move.start), end: placeName(game, move.end) });
    case "stop":
      return i18n.t("bus.stop");
    case "tick":
      return i18n.t("bus.tick");
    case "pass":
      return i18n.t("bus.pass");
  }
}

export function ask(view: BusView, names: string[], game: Game): string {
  if (view.result) return i18n.t("ask.over");
  if (view.asks === null)
    return i18n.t(isSpent(view) ? "bus.spent" : "ask.wait", { names: i18n.list(namesOf(view.turn, names)) });
  if (view.legal.some((move) => move.do === "pass")) return i18n.t("bus.ask.choosingOrPass");
  return i18n.t(`bus.ask.${view.asks}`, { left: view.left, district: view.zone && districtName(game, view.zone) });
}

/** Whether the viewer has no cube any more, neither to place nor on an action that is still to come. */
function isSpent({ seat, table, actions }: BusView): boolean {
  if (seat === null || table[seat]!.cubes) return false;
  return Object.values(actions).every(({ cubes }) => cubes.every((cube) => cube.seat !== seat));
}

/** Who acts now and who next, and why: the places of their cubes on the action board. */
export function whoActs(view: BusView, names: string[]): string {
  const name = names[view.turn[0] ?? 0];
  const action = ACTION_OF[view.phase];
  const now = action
    ? i18n.t("bus.order.acts", {
        name,
        action: i18n.t(`bus.action.${action}`),
        why: whySo(view.actions[action].order),
      })
    : i18n.t(`bus.order.${view.phase}` as TextKey, { name, first: names[view.first] });
  return view.then.length ? `${now} ${i18n.t("bus.order.then", { names: namesOf(view.then, names).join(", ") })}` : now;
}

/** That the first or the last cube acts first, where there are several. */
function whySo(order: number[]): string {
  if (order.length < 2) return "";
  if (order[0] === 0) return i18n.t("bus.order.firstFirst");
  return order[0] === order.length - 1 ? i18n.t("bus.order.lastFirst") : "";
}

/** What the viewer's buses would carry now, at each hour that the clock may show when they run next. */
export function ridesNow(view: BusView): string {
  if (view.seat === null) return "";
  const { rides } = view.table[view.seat]!;
  return view.hours
    .map((hour) => i18n.t("bus.ridesNow", { kind: i18n.t(`bus.${hour}`), rides: rides[hour] }))
    .join(" ");
}

/** How many passengers each of those who drive this round would carry now if the clock showed that kind. */
export function whoWouldCarry(view: BusView, hour: Kind, names: string[]): string {
  const seats = [...new Set(view.actions.vrrooomm.cubes.map(({ seat }) => seat))];
  const who = seats.map((seat) => `${names[seat]} ${view.table[seat]!.rides[hour]}`).join(", ");
  return i18n.t("bus.wouldCarry", { kind: i18n.t(`bus.${hour}`), who: who || i18n.t("bus.nobodyDrives") });
}

/** The final count: the passengers of each player who carried any, then every stone. */
export function count(view: BusView, names: string[]): CountStep[] {
  const carried = view.table
    .map(({ points }, seat) => ({
      part: "carried",
      seat,
      points,
      text: i18n.t("bus.count.carried", { name: names[seat], points }),
    }))
    .filter(({ points }) => points);
  const stones = view.table.flatMap((place, seat) =>
    Array.from({ length: place.stones }, () => ({
      part: "stones",
      seat,
      points: -1,
      text: i18n.t("bus.count.stone", { name: names[seat] }),
    })),
  );
  return [...carried, ...stones];
}

export function facts(view: BusView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "bus", value: place.buses, label: i18n.t("bus.buses") },
    { icon: "cube", value: place.cubes, label: i18n.t("bus.cubes") },
    { icon: "stick", value: place.sticks, label: i18n.t("bus.sticks") },
    ...(place.stones ? [{ icon: "stone", value: place.stones, label: i18n.t("bus.stones") } as Fact] : []),
  ];
}

export function marks(view: BusView, seat: number): { icon: IconName; label: string }[] {
  const found: { icon: IconName; label: string }[] = [];
  if (seat === view.first) found.push({ icon: "flag", label: i18n.t("bus.first") });
  if (view.table[seat]!.passed) found.push({ icon: "pass", label: i18n.t("bus.passed") });
  return found;
}

export function describe(view: BusView, names: string[], game: Game): string[] {
  const lines = view.table.map((place, seat) =>
    i18n.t("bus.tellLine", {
      name: names[seat],
      line: place.line.map((junction) => placeName(game, junction)).join(" – ") || i18n.t("none"),
      points: place.points,
      buses: place.buses,
      cubes: place.cubes,
      sticks: place.sticks,
    }),
  );
  const built = Object.values(view.lots)
    .flat()
    .filter(({ building }) => building)
    .map(({ lot, building }) => `${placeName(game, lot)}: ${i18n.t(`bus.${building!}`)}`);
  const people = Object.entries(view.people).map(([junction, each]) =>
    i18n.t("bus.junction", {
      junction: placeName(game, junction),
      waiting: each.waiting,
      content: each.content + each.carried,
    }),
  );
  return [
    i18n.t("bus.clockShows", { kind: i18n.t(`bus.${view.clock}`) }),
    ...lines,
    i18n.t("bus.tellBuilt", { buildings: built.join("; ") || i18n.t("none") }),
    people.join(" "),
  ];
}

import type { IconName } from "../../marks/Icon.svelte";
import { type Fact, namesOf } from "../../table";
import { i18n, type TextKey } from "../../texts/i18n.svelte";
import type { GameDetails } from "../../views";
import { ACTION_OF } from "./moves";
import type { BusBoard, BusMoveData, BusView } from "./view";

export function inWords(move: BusMoveData, _view: BusView, _game: GameDetails<BusBoard>): string {
  switch (move.do) {
    case "build":
      return i18n.t("bus.doBuild", { lot: move.lot, kind: i18n.t(`bus.${move.building}`) });
    case "line":
      return i18n.t("bus.doLine", { street: move.street });
    case "extend":
      return i18n.t("bus.doExtend", { start: move.start, end: move.end });
    case "choose":
      return i18n.t("bus.doChoose", { action: i18n.t(`bus.action.${move.action}`) });
    case "arrive":
      return i18n.t("bus.doArrive", { station: move.station });
    case "ride":
      return i18n.t("bus.doRide", { start: move.start, end: move.end });
    case "stop":
      return i18n.t("bus.stop");
    case "tick":
      return i18n.t("bus.tick");
    case "pass":
      return i18n.t("bus.pass");
  }
}

export function ask(view: BusView, names: string[]): string {
  if (view.result) return i18n.t("ask.over");
  if (view.asks === null) return i18n.t("ask.wait", { names: i18n.list(namesOf(view.turn, names)) });
  if (view.legal.some((move) => move.do === "pass")) return i18n.t("bus.ask.choosingOrPass");
  return i18n.t(`bus.ask.${view.asks}`, { left: view.left, zone: view.zone });
}

/** Who acts now and who next, and why: the places of their cubes on the action board. */
export function whoActs(view: BusView, names: string[]): string {
  const name = names[view.turn[0] ?? 0];
  const action = ACTION_OF[view.phase];
  const now = action
    ? i18n.t("bus.order.acts", {
        name,
        action: i18n.t(`bus.action.${action}`),
        space: "abcdefghijklmnopqrstuvwxyz"[view.space],
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

export function describe(view: BusView, names: string[], _game: GameDetails<BusBoard>): string[] {
  const lines = view.table.map((place, seat) =>
    i18n.t("bus.tellLine", {
      name: names[seat],
      line: place.line.join("–") || i18n.t("none"),
      points: place.points,
      buses: place.buses,
      cubes: place.cubes,
      sticks: place.sticks,
    }),
  );
  const built = Object.values(view.lots)
    .flat()
    .filter(({ building }) => building)
    .map(({ lot, building }) => `${lot} ${i18n.t(`bus.${building!}`)}`);
  const people = Object.entries(view.people).map(([junction, each]) =>
    i18n.t("bus.junction", { junction, waiting: each.waiting, content: each.content + each.carried }),
  );
  return [
    i18n.t("bus.clockShows", { kind: i18n.t(`bus.${view.clock}`) }),
    ...lines,
    i18n.t("bus.tellBuilt", { buildings: built.join(", ") || i18n.t("none") }),
    people.join(" "),
  ];
}

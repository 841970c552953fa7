import type { IconName } from "../../marks/Icon.svelte";
import { type Fact, namesOf } from "../../table";
import { type Key, voice } from "../../texts/voice.svelte";
import type { GameDetails } from "../../views";
import { ACTION_OF } from "./moves";
import type { BusBoard, BusMoveData, BusView } from "./view";

export function inWords(move: BusMoveData, _view: BusView, _game: GameDetails<BusBoard>): string {
  switch (move.do) {
    case "build":
      return voice.say("bus.doBuild", { lot: move.lot, kind: voice.say(`bus.${move.building}`) });
    case "line":
      return voice.say("bus.doLine", { street: move.street });
    case "extend":
      return voice.say("bus.doExtend", { start: move.start, end: move.end });
    case "choose":
      return voice.say("bus.doChoose", { action: voice.say(`bus.action.${move.action}`) });
    case "arrive":
      return voice.say("bus.doArrive", { station: move.station });
    case "ride":
      return voice.say("bus.doRide", { start: move.start, end: move.end });
    case "stop":
      return voice.say("bus.stop");
    case "tick":
      return voice.say("bus.tick");
    case "pass":
      return voice.say("bus.pass");
  }
}

export function ask(view: BusView, names: string[]): string {
  if (view.result) return voice.say("ask.over");
  if (view.asks === null) return voice.say("ask.wait", { names: voice.list(namesOf(view.turn, names)) });
  if (view.legal.some((move) => move.do === "pass")) return voice.say("bus.ask.choosingOrPass");
  return voice.say(`bus.ask.${view.asks}`, { left: view.left, zone: view.zone });
}

/** Who acts now and who next, and why: the places of their cubes on the action board. */
export function whoActs(view: BusView, names: string[]): string {
  const name = names[view.turn[0] ?? 0];
  const action = ACTION_OF[view.phase];
  const now = action
    ? voice.say("bus.order.acts", {
        name,
        action: voice.say(`bus.action.${action}`),
        space: "abcdefghijklmnopqrstuvwxyz"[view.space],
        why: whySo(view.actions[action].order),
      })
    : voice.say(`bus.order.${view.phase}` as Key, { name, first: names[view.first] });
  return view.then.length
    ? `${now} ${voice.say("bus.order.then", { names: namesOf(view.then, names).join(", ") })}`
    : now;
}

/** That the first or the last cube acts first, where there are several. */
function whySo(order: number[]): string {
  if (order.length < 2) return "";
  if (order[0] === 0) return voice.say("bus.order.firstFirst");
  return order[0] === order.length - 1 ? voice.say("bus.order.lastFirst") : "";
}

export function facts(view: BusView, seat: number): Fact[] {
  const place = view.table[seat]!;
  return [
    { icon: "bus", value: place.buses, label: voice.say("bus.buses") },
    { icon: "cube", value: place.cubes, label: voice.say("bus.cubes") },
    { icon: "stick", value: place.sticks, label: voice.say("bus.sticks") },
    ...(place.stones ? [{ icon: "stone", value: place.stones, label: voice.say("bus.stones") } as Fact] : []),
  ];
}

export function marks(view: BusView, seat: number): { icon: IconName; label: string }[] {
  const found: { icon: IconName; label: string }[] = [];
  if (seat === view.first) found.push({ icon: "flag", label: voice.say("bus.first") });
  if (view.table[seat]!.passed) found.push({ icon: "pass", label: voice.say("bus.passed") });
  return found;
}

export function describe(view: BusView, names: string[], _game: GameDetails<BusBoard>): string[] {
  const lines = view.table.map((place, seat) =>
    voice.say("bus.tellLine", {
      name: names[seat],
      line: place.line.join("–") || voice.say("none"),
      points: place.points,
      buses: place.buses,
      cubes: place.cubes,
      sticks: place.sticks,
    }),
  );
  const built = Object.values(view.lots)
    .flat()
    .filter(({ building }) => building)
    .map(({ lot, building }) => `${lot} ${voice.say(`bus.${building!}`)}`);
  const people = Object.entries(view.people).map(([junction, each]) =>
    voice.say("bus.junction", { junction, waiting: each.waiting, content: each.content + each.carried }),
  );
  return [
    voice.say("bus.clockShows", { kind: voice.say(`bus.${view.clock}`) }),
    ...lines,
    voice.say("bus.tellBuilt", { buildings: built.join(", ") || voice.say("none") }),
    people.join(" "),
  ];
}

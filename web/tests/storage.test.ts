import { beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../src/live/api";
import { storedTable } from "../src/live/tableStorage";
import { preferencesFor } from "../src/pages/gamePreferences";
import { pacing } from "../src/shell/pacing.svelte";
import { shortcuts } from "../src/shell/shortcuts.svelte";
import { sound } from "../src/shell/sound.svelte";
import { loadSettings } from "../src/shell/storedSettings.svelte";
import { appearance } from "../src/shell/theme.svelte";
import { vibration } from "../src/shell/vibration.svelte";
import { i18n } from "../src/texts/i18n.svelte";

/** What a browser may hold, stored by an older client: these keys and names can never change. */
const HELD: Record<string, string> = {
  omnibus: '{"language":"fr","theme":"dark","sound":true,"vibration":true,"shortcuts":false,"pace":"slow"}',
  "omnibus-tables": '[["t",{"promise":"7902","heard":12}]]',
  "omnibus-wishes": '{"bus":{"seats":4,"bot":"hard","options":{"night":true}}}',
};

function stubStorage(held: Record<string, string>) {
  vi.stubGlobal("localStorage", { getItem: (key: string) => held[key] ?? null });
}

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelectorAll: () => [] });
  vi.stubGlobal("navigator", { languages: ["en"] });
  return () => vi.unstubAllGlobals();
});

const bus = {
  id: "bus",
  seats: [3, 4, 5],
  bots: ["normal", "hard"],
  options: [{ name: "night", default: false, lowest: 0, highest: 1 }],
} as unknown as GameInfo;

test("what a browser holds is read by every later client", () => {
  stubStorage(HELD);
  expect(storedTable("t")).toEqual({ promise: "7902", heard: 12 });
  expect(preferencesFor(bus)).toEqual({ seats: 4, bot: "hard", options: { night: true } });
  loadSettings();
  expect([i18n.language, appearance.theme, sound.on, shortcuts.on]).toEqual(["fr", "dark", true, false]);
  expect([vibration.on, pacing.chosen]).toEqual([true, "slow"]);
});

test.each(["", "null", "{"])("a browser that holds nothing, or %j, gets the defaults", (held) => {
  stubStorage(held ? Object.fromEntries(Object.keys(HELD).map((key) => [key, held])) : {});
  expect(storedTable("t")).toEqual({});
  expect(preferencesFor(bus)).toEqual({ seats: 3, bot: "normal", options: { night: false } });
  loadSettings();
  expect([i18n.language, appearance.theme, sound.on, shortcuts.on]).toEqual(["en", "system", false, true]);
  expect([vibration.on, pacing.chosen]).toEqual([false, null]);
});

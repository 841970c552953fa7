import { loadStored, store } from "../live/storage";
import { i18n, preferredLanguage } from "../texts/i18n.svelte";
import type { Language } from "../views";
import { companionSetting } from "./companionSetting.svelte";
import { type Pace, pacing } from "./pacing.svelte";
import { shortcuts } from "./shortcuts.svelte";
import { sound } from "./sound.svelte";
import { appearance, type Theme } from "./theme.svelte";
import { vibration } from "./vibration.svelte";

const STORAGE_KEY = "omnibus";

interface StoredSettings {
  language?: Language;
  theme?: Theme;
  sound?: boolean;
  vibration?: boolean;
  shortcuts?: boolean;
  pace?: Pace | null;
  companion?: boolean;
}

/** Apply the settings as this browser has stored them. */
export function loadSettings(): void {
  const stored = loadStored<StoredSettings>(STORAGE_KEY, {});
  i18n.language = stored.language ?? preferredLanguage(navigator.languages);
  appearance.theme = stored.theme ?? "system";
  sound.on = stored.sound ?? false;
  vibration.on = stored.vibration ?? false;
  shortcuts.on = stored.shortcuts ?? true;
  pacing.chosen = stored.pace ?? null;
  companionSetting.on = stored.companion ?? true;
}

/** Store the settings whenever one changes; for use where effects live. */
export function storeSettingsOnChange(): void {
  $effect(() => {
    const settings: Required<StoredSettings> = {
      language: i18n.language,
      theme: appearance.theme,
      sound: sound.on,
      vibration: vibration.on,
      shortcuts: shortcuts.on,
      pace: pacing.chosen,
      companion: companionSetting.on,
    };
    store(STORAGE_KEY, settings);
  });
}

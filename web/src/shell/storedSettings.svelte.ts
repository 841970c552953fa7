import { loadStored, store } from "../live/storage";
import { i18n, preferredLanguage } from "../texts/i18n.svelte";
import type { Language } from "../views";
import { shortcuts } from "./shortcuts.svelte";
import { sound } from "./sound.svelte";
import { appearance, type Theme } from "./theme.svelte";

const STORAGE_KEY = "omnibus";

interface StoredSettings {
  language?: Language;
  theme?: Theme;
  sound?: boolean;
  shortcuts?: boolean;
}

/** Apply the settings as this browser has stored them. */
export function loadSettings(): void {
  const stored = loadStored<StoredSettings>(STORAGE_KEY, {});
  i18n.language = stored.language ?? preferredLanguage(navigator.languages);
  appearance.theme = stored.theme ?? "system";
  sound.on = stored.sound ?? false;
  shortcuts.on = stored.shortcuts ?? true;
}

/** Store the settings whenever one changes; for use where effects live. */
export function storeSettingsOnChange(): void {
  $effect(() => {
    const settings: Required<StoredSettings> = {
      language: i18n.language,
      theme: appearance.theme,
      sound: sound.on,
      shortcuts: shortcuts.on,
    };
    store(STORAGE_KEY, settings);
  });
}

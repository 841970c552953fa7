import { preferredLanguage, voice } from "../texts/voice.svelte";
import type { Language } from "../views";
import { shortcuts } from "./shortcuts.svelte";
import { sound } from "./sound.svelte";
import { look, type Theme } from "./theme.svelte";

const PLACE = "omnibus";

/** What somebody chose in the settings, as it was kept by this browser. */
export function recall(): void {
  const kept = read();
  voice.language = kept.language ?? preferredLanguage(navigator.languages);
  look.theme = kept.theme ?? "system";
  sound.on = kept.sound ?? false;
  shortcuts.on = kept.shortcuts ?? true;
}

/** Keep what is chosen from now on; for use where effects live. */
export function keep(): void {
  $effect(() => {
    const chosen = { language: voice.language, theme: look.theme, sound: sound.on, shortcuts: shortcuts.on };
    try {
      localStorage.setItem(PLACE, JSON.stringify(chosen));
    } catch {
      // A browser that keeps nothing is right to do so.
    }
  });
}

function read(): { language?: Language; theme?: Theme; sound?: boolean; shortcuts?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as ReturnType<typeof read>;
  } catch {
    return {};
  }
}

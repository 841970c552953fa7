import type { PresenceFrame } from "../generated/messages";
import { i18n } from "../texts/i18n.svelte";

/** Who looks on, by name as far as they have one; nothing where nobody does. */
export function watchersInWords(presence: PresenceFrame | null): string {
  if (!presence) return "";
  const { watching, strangers } = presence;
  const more = strangers
    ? [i18n.t(watching.length ? "presence.more" : "presence.strangers", { count: strangers })]
    : [];
  const names = [...watching, ...more];
  return names.length ? i18n.t("presence.watching", { names: i18n.list(names) }) : "";
}

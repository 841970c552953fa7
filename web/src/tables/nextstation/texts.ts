import type en from "./en.json";

/** The texts that this game brings, for the type checker: they are found by their place. */
type Own = typeof en;

declare module "../../texts/i18n.svelte" {
  interface Texts extends Own {}
}

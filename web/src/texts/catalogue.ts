import type { Language } from "../views";
import en from "./en.json";
import fr from "./fr.json";

export type Catalogue = Record<string, string>;

/** What each game brings, found by its place. */
const OWN = import.meta.glob<Catalogue>("../tables/*/{en,fr}.json", { eager: true, import: "default" });

/** Every text of the client, those of the games included. */
export const CATALOGUES: Record<Language, Catalogue> = { en: whole("en", en), fr: whole("fr", fr) };

function whole(language: Language, shared: Catalogue): Catalogue {
  const own = Object.entries(OWN).filter(([path]) => path.endsWith(`/${language}.json`));
  return Object.assign({}, shared, ...own.map(([, texts]) => texts)) as Catalogue;
}

import type { SiteInfo, TableInfo } from "../live/api";
import { i18n } from "../texts/i18n.svelte";

/** Who can open a link to a game. */
export function shareText(table: TableInfo, site: SiteInfo | null): string {
  const said = whoMaySee(table);
  return site?.only_here ? `${said} ${i18n.t("share.onlyHere")}` : said;
}

function whoMaySee({ share, seats }: TableInfo): string {
  const t = i18n.t;
  if (!share) return t("share.visible");
  if (share.declined.length) return t("share.declined", { names: i18n.list(share.declined) });
  if (share.missing.length) return t("share.waiting", { names: i18n.list(share.missing) });
  const alone = seats.every(({ who, yours }) => who === "bot" || yours);
  return t(alone ? "share.visible" : "share.agreed");
}

/** How to call it when somebody thinks better of showing a game. */
export function withdrawText({ share }: TableInfo): string {
  return i18n.t(share?.visible ? "share.withdraw" : "share.decline");
}

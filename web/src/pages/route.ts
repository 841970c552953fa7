import type { SiteInfo } from "../live/api";

/** Which page an address asks for. It stands behind the #, so that nothing of it, invitations least of all, is sent. */
export type Route =
  | { page: "home" | "finished" | "study" | "rules" | "account" | "notFound" }
  | { page: "lobby"; mine: boolean }
  | { page: "new"; game: string | null }
  | { page: "table"; id: string }
  | { page: "newPassword"; token: string }
  | { page: "invited"; id: string; token: string }
  | { page: "after"; id: string }
  | { page: "replay"; id: string; at: number; viewpoint?: string }
  | { page: "rulebook"; game: string; rule: string | null }
  | { page: "learn"; game: string }
  | { page: "lesson"; game: string; lesson: string }
  | { page: "puzzles"; game: string }
  | { page: "puzzle"; game: string; puzzle: string }
  | { page: "daily"; day: string | null }
  | { page: "deal"; day: string; game: string }
  | { page: "compare"; here: string; there: string; step: number }
  | { page: "challenged"; token: string }
  | { page: "signUp"; token: string }
  | { page: "admin"; list: AdminList; table: string | null };

export const ADMIN_LISTS = ["reports", "people", "bans", "tables", "chat", "settings", "log"] as const;
export type AdminList = (typeof ADMIN_LISTS)[number];

/** `#/rules/GAME/L12` is a rule, `#/replay/7f3a/42` a moment, `#/replay/7f3a/42/1` as seat 1 saw it,
 * `#/table/7f3a/secret` an invitation, `#/daily/2026-11-16/GAME` the deal of a day. */
export function routeOf(hash: string): Route {
  const [page, first, second, third] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  switch (page) {
    case "":
      return { page: "home" };
    case "lobby":
      return { page, mine: first === "mine" };
    case "finished":
    case "study":
    case "account":
      return { page };
    case "new":
      return { page, game: first || null };
    case "rules":
      return first ? { page: "rulebook", game: first, rule: second || null } : { page };
    case "learn":
      if (!first) return { page: "notFound" };
      return second ? { page: "lesson", game: first, lesson: second } : { page, game: first };
    case "puzzles":
      if (!first) return { page: "notFound" };
      return second ? { page: "puzzle", game: first, puzzle: second } : { page, game: first };
    case "daily":
      return first && second ? { page: "deal", day: first, game: second } : { page, day: first || null };
    case "compare":
      return first && second ? { page, here: first, there: second, step: Number(third) || 0 } : { page: "notFound" };
    case "same-deal":
      return first ? { page: "challenged", token: first } : { page: "notFound" };
    case "table":
      if (!first) return { page: "notFound" };
      return second ? { page: "invited", id: first, token: second } : { page, id: first };
    case "new-password":
      return first ? { page: "newPassword", token: first } : { page: "notFound" };
    case "after":
      return first ? { page, id: first } : { page: "notFound" };
    case "replay":
      return first ? { page, id: first, at: Number(second) || 0, viewpoint: third } : { page: "notFound" };
    case "signup":
      return first ? { page: "signUp", token: first } : { page: "notFound" };
    case "admin": {
      const list = ADMIN_LISTS.find((list) => list === (first || "reports"));
      return list ? { page, list, table: second || null } : { page: "notFound" };
    }
    default:
      return { page: "notFound" };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The link by which somebody may make an account. */
export function signUpLink(token: string): string {
  return `${location.origin}${location.pathname}#/signup/${token}`;
}

/** The link by which somebody sets a new password. */
export function newPasswordLink(token: string): string {
  return `${location.origin}${location.pathname}#/new-password/${token}`;
}

/** The link that lets somebody in: the whole address, as it is sent to friends. */
export function invitationLink(id: string, token: string | null, site: SiteInfo | null = null): string {
  return `${addressForOthers(site)}#/table/${id}${token ? `/${token}` : ""}`;
}

/** The link by which somebody plays the deal of a game that somebody else has played. */
export function challengeLink(token: string, site: SiteInfo | null): string {
  return `${addressForOthers(site)}#/same-deal/${token}`;
}

/** The link to a moment of a game, from somebody's viewpoint. */
export function momentLink(id: string, at: number, viewpoint: number | "all", site: SiteInfo | null): string {
  return `${addressForOthers(site)}#/replay/${id}/${at}/${viewpoint}`;
}

/** Where others find the pages. On the server's own machine the address may be one that leads nowhere elsewhere. */
function addressForOthers(site: SiteInfo | null): string {
  const own = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  return `${own && site?.address ? site.address : location.origin}${location.pathname}`;
}

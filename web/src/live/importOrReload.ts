import { serverStatus } from "./serverStatus.svelte";

const RELOADED_AT = "omnibus-reloaded";
const MIN_BETWEEN_RELOADS = 20_000;

/**
 * Import a part of the client when it is needed. If that fails, the server cannot be reached or has a newer client:
 * once it answers again, the page is reloaded, which brings what is missing.
 */
export async function importOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await serverStatus.untilReachable();
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < MIN_BETWEEN_RELOADS) throw error;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
    return new Promise(() => {});
  }
}

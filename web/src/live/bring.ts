import { line } from "./line.svelte";

const RELOADED = "omnibus-reloaded";
const SOON = 20_000;

/**
 * A part of the client that comes when it is needed. If it does not come, the line is cut or the server has a newer
 * client: when the line is there again, a fresh start brings what is missing.
 */
export async function bring<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    await line.mended();
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last < SOON) throw error;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
    return new Promise(() => {});
  }
}

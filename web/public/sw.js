// Keeps the client on the device, so that it also opens where there is no connection. What the server knows is never
// kept, and the first page is kept for that case alone: whoever can reach the server gets the newest.

const SHELF = "omnibus";
const START = "/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(START, { cache: "no-cache" }).then(keepStart));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname === START && request.mode === "navigate") event.respondWith(start(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function start(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepStart(answer.clone()));
    return answer.ok ? answer : ((await caches.match(START)) ?? answer);
  } catch (cut) {
    const kept = await caches.match(START);
    if (kept) return kept;
    throw cut;
  }
}

// The name of an asset changes with what is in it: what is kept is right for ever.
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
  return answer;
}

// Keep the first page and what it needs. When it is a new one, assets of the old one are let go.
async function keepStart(answer) {
  if (!answer.ok) return;
  const shelf = await caches.open(SHELF);
  const before = await shelf.match(START);
  const page = await answer.clone().text();
  if (before && (await before.text()) === page) return;
  const needed = assetsIn(page);
  const styles = needed.filter((path) => path.endsWith(".css"));
  for (const style of styles) needed.push(...assetsIn(await (await asset(new Request(style))).text()));
  await Promise.all(needed.map((path) => asset(new Request(path))));
  for (const kept of await shelf.keys()) {
    if (!needed.includes(new URL(kept.url).pathname)) await shelf.delete(kept);
  }
  await shelf.put(START, answer);
}

function assetsIn(text) {
  return text.match(/\/assets\/[\w.-]+/g) ?? [];
}

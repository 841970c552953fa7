// Screenshots of the gallery: node shots.mjs FOLDER [part of a fixture's name …]
// Every table at three sizes, light and dark. The folder lies outside the repository.
import { mkdir, readdir } from "node:fs/promises";
import { createServer } from "vite";
import { openBrowser } from "./browser.mjs";

const SIZES = { phone: [390, 844], laptop: [1280, 800], large: [1920, 1200] };
const MOMENTS = ["early", "middle", "end"];
// Of each game the table that the tests read too.
const TABLES = (await readdir(new URL("fixtures", import.meta.url)))
  .filter((file) => file.endsWith("-middle.json"))
  .map((file) => file.replace("-middle.json", ""));

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("node shots.mjs FOLDER [name …]");
await mkdir(folder, { recursive: true });
const only = (process.env.ONLY ?? "").split(",").filter(Boolean);
const names = wanted.length ? wanted : TABLES.flatMap((table) => MOMENTS.map((moment) => `${table}-${moment}`));

const server = await createServer({ server: { port: 0 }, logLevel: "error" });
await server.listen();
const address = server.resolvedUrls.local[0];
const browser = await openBrowser();
try {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    for (const theme of ["light", "dark"]) {
      if (only.length && !only.includes(size) && !only.includes(`${size}-${theme}`)) continue;
      const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: "reduce",
        hasTouch: size === "phone",
        deviceScaleFactor: size === "phone" ? 2 : 1,
      });
      const page = await context.newPage();
      page.on("console", (message) => message.type() === "error" && console.error(message.text()));
      page.on("pageerror", (error) => console.error(error.message));
      for (const name of names) {
        await page.goto(`${address}gallery.html?theme=${theme}&show=${name}`);
        await page.waitForSelector(".shell, .curtain, .replay, .fixtures");
        await page.evaluate(() => document.fonts.ready);
        const file = `${folder}/${name.replace(/[^\w-]+/g, "_")}-${size}-${theme}.png`;
        await page.screenshot({ path: file, fullPage: size === "phone" });
        console.log(file);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

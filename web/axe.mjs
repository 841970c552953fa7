// Looks for what would keep somebody from playing: every table of the gallery, by axe. node axe.mjs [name …]
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const TABLES = ["london-3", "bus-4", "nextstation-2", "terminus-4"];
const MOMENTS = ["early", "middle", "end", "replay"];
const names =
  process.argv.length > 2
    ? process.argv.slice(2)
    : TABLES.flatMap((table) => MOMENTS.map((moment) => `${table}-${moment}`));
const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf-8");

const server = await createServer({ server: { port: 0 }, logLevel: "error" });
await server.listen();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
});
let found = 0;
try {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ]) {
    for (const theme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const name of names) {
        await page.goto(`${server.resolvedUrls.local[0]}gallery.html?theme=${theme}&show=${name}`);
        await page.waitForSelector(".shell, .curtain");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        for (const { id, help, nodes } of violations) {
          found += 1;
          console.log(
            `${name} ${width} ${theme}: ${id}: ${help} (${nodes.length})\n    ${nodes
              .slice(0, 3)
              .map((node) => `${node.target}: ${node.any[0]?.message ?? node.html.slice(0, 160)}`)
              .join("\n    ")}`,
          );
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(found ? `${found} violations` : "no violations");
process.exitCode = found ? 1 : 0;

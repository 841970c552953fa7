// The icons that devices want as pictures, made from public/icon.svg: node icons.mjs
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";

const folder = new URL("./public/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder), "utf-8");
const ground = /<rect[^>]*fill="(#\w+)"/.exec(drawing)[1];
// A maskable icon may be cut to a circle of four fifths of its width, and Apple rounds the corners by itself.
const ICONS = [
  { name: "icon-192.png", size: 192, part: 1 },
  { name: "icon-512.png", size: 512, part: 1 },
  { name: "icon-maskable.png", size: 512, part: 0.76, bleeds: true },
  { name: "icon-apple.png", size: 180, part: 0.94, bleeds: true },
];

const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const { name, size, part, bleeds } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { display: grid; place-items: center; height: 100vh; margin: 0; background: ${bleeds ? ground : "none"} }
      svg { width: ${part * 100}% }</style>${drawing}`,
    );
    await page.screenshot({ path: fileURLToPath(new URL(name, folder)), omitBackground: true });
  }
} finally {
  await browser.close();
}

// The system's Chromium, for pictures: alone, quiet, and also for root.
import { chromium } from "playwright-core";

export const openBrowser = () =>
  chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });

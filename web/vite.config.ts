import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/omnibus/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The font and every script are files of their own: the server's policy forbids what is inline.
    assetsInlineLimit: 0,
  },
  // While developing, a server started by `omnibus serve` answers.
  server: { host: "127.0.0.1", proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});

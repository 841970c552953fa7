export type Theme = "system" | "light" | "dark";

/** Paper by day, ink by night; as the system has it unless somebody chooses. */
class Appearance {
  #theme = $state<Theme>("system");

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    colourBrowserFrame(theme);
  }
}

/** The browser's own frame takes the colour of the page. */
function colourBrowserFrame(theme: Theme): void {
  for (const frame of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = frame.dataset.theme;
    frame.media = theme === "system" ? `(prefers-color-scheme: ${own})` : own === theme ? "all" : "not all";
  }
}

export const appearance = new Appearance();

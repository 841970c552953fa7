export type Theme = "system" | "light" | "dark";

/** Paper by day, ink by night; as the system has it unless somebody chooses. */
class Look {
  #theme = $state<Theme>("system");

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const look = new Look();

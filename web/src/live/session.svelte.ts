import { i18n } from "../texts/i18n.svelte";
import { api, type Me } from "./api";
import { loadStored, store } from "./storage";

const NAME_KEY = "omnibus-name";

/** Who sits before this screen, as far as the server knows. */
class Session {
  /** Null for a newcomer, undefined until the server has said. */
  me = $state.raw<Me | null | undefined>(undefined);
  #loading: Promise<void> | null = null;
  #typedName = $state(loadStored(NAME_KEY, ""));

  /** What a newcomer has typed as name, on whichever page: it stays from one to the next. */
  get typedName(): string {
    return this.#typedName;
  }

  set typedName(name: string) {
    this.#typedName = name;
    store(NAME_KEY, name);
  }

  /** Resolves once it is known who this is. */
  load(): Promise<void> {
    this.#loading ??= api.me().then((me) => {
      this.me = me;
    });
    return this.#loading;
  }

  /** A newcomer becomes a guest by the name that was typed, or without one; whoever is here stays who they are. */
  async ensureMe(): Promise<Me> {
    await this.load();
    this.me ??= await api.createGuest(this.typedName.trim() || i18n.t("home.traveller"), i18n.language);
    return this.me;
  }

  async rename(name: string): Promise<void> {
    this.me = await api.updateMe({ name, language: i18n.language });
  }

  async createAccount(name: string, password: string, invitation: string | null = null): Promise<void> {
    this.me = await api.createAccount({ name, password, invitation, language: i18n.language });
  }

  /** Somebody with an account brings along the language they speak. */
  async signIn(name: string, password: string): Promise<void> {
    const me = await api.signIn(name, password);
    i18n.language = me.language;
    this.me = me;
  }

  async logOut(everywhere: boolean): Promise<void> {
    await (everywhere ? api.logOutEverywhere() : api.logOut());
    this.me = null;
  }

  async changeEmail(password: string, email: string | null): Promise<void> {
    this.me = await api.changeEmail(password, email);
  }

  /** Choose a new password by a link; whoever has it is signed in. */
  async resetPassword(token: string, password: string): Promise<void> {
    const me = await api.resetPassword(token, password);
    i18n.language = me.language;
    this.me = me;
  }

  async deleteMe(password: string | null): Promise<void> {
    await api.deleteMe(password);
    this.me = null;
    this.typedName = "";
  }

  /** Let the server answer in the language that is spoken here. */
  async syncLanguage(): Promise<void> {
    if (this.me && this.me.language !== i18n.language) await this.rename(this.me.name);
  }
}

export const session = new Session();

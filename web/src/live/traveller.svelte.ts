import { voice } from "../texts/voice.svelte";
import { house, type Me } from "./house";

/** Who sits before this screen, as far as the server knows. */
class Traveller {
  /** Null for a newcomer, undefined until the server has said. */
  me = $state.raw<Me | null | undefined>(undefined);
  #asked: Promise<void> | null = null;

  /** Resolves once it is known who this is. */
  recognised(): Promise<void> {
    this.#asked ??= house.me().then((me) => {
      this.me = me;
    });
    return this.#asked;
  }

  /** A newcomer comes in by that name, or without one; whoever is here already stays who they are. */
  async comeIn(name = ""): Promise<Me> {
    await this.recognised();
    this.me ??= await house.comeIn(name.trim() || voice.say("home.traveller"), voice.language);
    return this.me;
  }

  async rename(name: string): Promise<void> {
    this.me = await house.rename({ name, language: voice.language });
  }

  async makeAccount(name: string, password: string): Promise<void> {
    await this.comeIn(name);
    this.me = await house.makeAccount(name, password);
  }

  /** Somebody with an account brings along the language they speak. */
  async signIn(name: string, password: string): Promise<void> {
    const me = await house.signIn(name, password);
    voice.language = me.language;
    this.me = me;
  }

  async logOut(everywhere: boolean): Promise<void> {
    await (everywhere ? house.logOutEverywhere() : house.logOut());
    this.me = null;
  }

  /** Let the server answer in the language that is spoken here. */
  async speak(): Promise<void> {
    if (this.me && this.me.language !== voice.language) await this.rename(this.me.name);
  }
}

export const traveller = new Traveller();

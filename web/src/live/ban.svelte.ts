/** Why the server answers nothing any more, should one be banned. */
class Ban {
  reason = $state<string | null>(null);
}

export const ban = new Ban();

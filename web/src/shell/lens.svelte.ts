/** A closer look at a fine board on a small screen: offered by the board, chosen in the bar of the shell. */
class Lens {
  offered = $state(false);
  close = $state(false);
}

export const lens = new Lens();

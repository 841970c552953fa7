/** A closer look at a fine board on a small screen: offered by the board, chosen in the toolbar of the shell. */
class Zoom {
  available = $state(false);
  on = $state(false);
}

export const zoom = new Zoom();

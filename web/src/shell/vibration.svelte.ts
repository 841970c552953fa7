const TURN = [60, 60, 60]; // on, off, on, in milliseconds

/** A short buzz of the device, where it can. Off until somebody turns it on. */
class Vibration {
  on = $state(false);

  get possible(): boolean {
    return "vibrate" in navigator;
  }

  turn(): void {
    if (this.on && this.possible) navigator.vibrate(TURN);
  }
}

export const vibration = new Vibration();

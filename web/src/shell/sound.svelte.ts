/** Short ticks made by code. Off until somebody turns them on. */
class Sound {
  on = $state(false);
  #context: AudioContext | null = null;

  turn(): void {
    this.#tick(660, 0);
    this.#tick(880, 0.09);
  }

  /** The game is over. */
  end(): void {
    for (const [place, pitch] of [523, 659, 784, 1047].entries()) this.#tick(pitch, place * 0.12);
  }

  move(): void {
    this.#tick(440, 0);
  }

  refusal(): void {
    this.#tick(180, 0);
  }

  #tick(pitch: number, delay: number): void {
    if (!this.on) return;
    this.#context ??= new AudioContext();
    const begin = this.#context.currentTime + delay;
    const tone = this.#context.createOscillator();
    const volume = this.#context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.12);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(begin);
    tone.stop(begin + 0.13);
  }
}

export const sound = new Sound();

interface Toast {
  id: number;
  text: string;
}

const SHOWN_FOR = 8_000;
const MAX_TOASTS = 3;

/** Short notices that go by themselves; what they say can also be found elsewhere. */
export class Toasts {
  list = $state.raw<Toast[]>([]);
  #last = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  add(text: string): void {
    const id = (this.#last += 1);
    this.list = [...this.list.filter((toast) => toast.text !== text), { id, text }].slice(-MAX_TOASTS);
    this.#timers.add(setTimeout(() => this.remove(id), SHOWN_FOR));
  }

  remove(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  stop(): void {
    this.#timers.forEach(clearTimeout);
  }
}

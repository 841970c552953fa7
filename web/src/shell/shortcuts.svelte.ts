/** Keys that do something wherever one is. They can be turned off: whoever speaks to a computer presses many by accident. */
class Shortcuts {
  on = $state(true);

  /** The key that was pressed, unless it was meant for something else. */
  read({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): string | null {
    if (!this.on || ctrlKey || metaKey || altKey || defaultPrevented) return null;
    const at = target instanceof HTMLElement ? target : null;
    if (at?.closest("input:not([type=range]), textarea, select, dialog")) return null;
    return key.length === 1 ? key.toLowerCase() : key;
  }
}

export const shortcuts = new Shortcuts();

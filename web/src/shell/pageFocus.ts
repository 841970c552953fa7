let navigated = false;

/** Somebody goes from one page to another. */
export function noteNavigation(): void {
  navigated = true;
}

/** The heading of a page takes the focus, and so is read aloud, when somebody comes from another page. */
export function focusAfterNavigation(heading: HTMLElement): void {
  if (!navigated) return;
  const before = document.activeElement;
  // Asked for at once, all of the page would be laid out while it is still being made.
  requestAnimationFrame(() => {
    window.scrollTo(0, 0);
    if (document.activeElement === before) heading.focus({ preventScroll: true });
  });
}

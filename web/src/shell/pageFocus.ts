let navigated = false;

/** Somebody goes from one page to another. */
export function noteNavigation(): void {
  navigated = true;
}

/** The heading of a page takes the focus, and so is read aloud, when somebody comes from another page. */
export function focusAfterNavigation(heading: HTMLElement): void {
  if (!navigated) return;
  window.scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

let travelled = false;

/** Somebody goes from one page to another. */
export function setOff(): void {
  travelled = true;
}

/** The heading of a page takes the focus, and so is read aloud, when somebody comes from another page. */
export function arrive(heading: HTMLElement): void {
  if (!travelled) return;
  window.scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

const ICON = "/icon.svg";
const ICON_OF_A_TURN = "/icon-turn.svg";

/** The page's icon, seen where the page is not, says whether it is one's turn. Returns what takes that back. */
export function turnIcon(mine: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const show = (address: string) => icon?.setAttribute("href", address);
  show(mine ? ICON_OF_A_TURN : ICON);
  return () => show(ICON);
}

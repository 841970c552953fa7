/**
 * For `{@attach}`: tells how wide something is drawn, from the first frame on. To read it earlier would have the whole
 * table laid out while it is still being made.
 */
export function drawnWidth(tell: (width: number) => void): (element: Element) => () => void {
  return (element) => {
    const observer = new ResizeObserver((entries) => tell(entries.at(-1)!.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  };
}

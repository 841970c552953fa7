/** Do something when so many frames have begun, the first of them the next one; returns how to call it off. */
export function afterFrames(frames: number, act: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    if (--frames > 0) frame = requestAnimationFrame(next);
    else act();
  });
  return () => cancelAnimationFrame(frame);
}

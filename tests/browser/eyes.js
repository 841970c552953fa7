// What somebody before the screen sees and can put a finger on. Added to every page of the tests.
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const shell = () => document.querySelector("main.shell");
  const moment = () => Number(shell()?.dataset.n ?? -1);

  // When this person did something, and when which position stood on the screen.
  const acts = [];
  const shown = [];
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => acts.push({ n: moment(), at: now() }), { capture: true });
  let last = -1;
  new MutationObserver(() => {
    const n = moment();
    if (n === last) return;
    last = n;
    requestAnimationFrame(() => shown.push({ n, at: now() }));
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-n"] });

  const visible = (element) => element.getClientRects().length > 0 && !element.closest("[inert]");
  const words = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ");

  /** All that matches, for each kind of thing one looks for. */
  function sight(kinds) {
    const found = (selector) => [...document.querySelectorAll(selector)].filter(visible).map(words);
    return {
      n: moment(),
      mine: document.querySelector(".ask.mine") !== null,
      refusal: found(".notice.refusal p")[0] ?? null,
      offers: Object.fromEntries(Object.entries(kinds).map(([kind, selector]) => [kind, found(selector)])),
    };
  }

  let seen;

  function look(kinds) {
    return (seen = sight(kinds));
  }

  /** Whether something came of what one did since one looked last: another position, a refusal, or more to choose. */
  function changed(kinds, brings) {
    // Where all move at once, another position may be somebody else's doing.
    if (document.querySelector("main.shell[data-busy]")) return false;
    const found = sight(kinds);
    const chosenFrom = ({ offers }) => String(brings && offers[brings]);
    return found.n !== seen.n || found.refusal !== null || chosenFrom(found) !== chosenFrom(seen);
  }

  function* points(element) {
    const drawn = (shapes) => (element instanceof SVGElement ? element.querySelectorAll(shapes) : []);
    // A finger means what is drawn nearest to it: one aims at that, not at the middle of something long.
    for (const shape of [...drawn("rect, circle"), element, ...drawn("path, text")]) {
      const { left, top, width, height } = shape.getBoundingClientRect();
      yield [left + width / 2, top + height / 2];
      if (!(shape instanceof SVGPathElement)) continue;
      const length = shape.getTotalLength();
      for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const { x, y } = shape.getPointAtLength(length * part).matrixTransform(shape.getScreenCTM());
        yield [x, y];
      }
    }
  }

  function openPoint(element) {
    for (const [x, y] of points(element)) if (element.contains(document.elementFromPoint(x, y))) return { x, y };
    return null;
  }

  /** Whether something is on its way; what pulses for ever is not. */
  function moving() {
    const running = document.getAnimations().filter(({ playState }) => playState === "running");
    return running.some(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  }

  /** A point of a thing that nothing else covers, scrolled to if need be, once everything has come to rest. */
  function spot(selector, number) {
    if (moving()) return null;
    const element = [...document.querySelectorAll(selector)].filter(visible)[number];
    if (!element) return null;
    const found = openPoint(element);
    if (found) return found;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return openPoint(element);
  }

  /** Which of the things that a selector finds has those words, or that number; -1 if none has. */
  function find(selector, which) {
    const found = [...document.querySelectorAll(selector)].filter(visible);
    const meant = (element, number) => (typeof which === "number" ? number === which : words(element).includes(which));
    return found.findIndex(meant);
  }

  function focused(selector, number) {
    const element = [...document.querySelectorAll(selector)].filter(visible)[number];
    return element !== undefined && document.activeElement === element;
  }

  window.eyes = { acts, shown, look, changed, moving, spot, find, focused, moment };
})();

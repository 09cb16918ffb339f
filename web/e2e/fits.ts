// What no screen may have: a control too small for a finger, and something that can be scrolled
// sideways. Not here: which screens are looked at. Invariant: each answers in the page itself, with
// one line for each fault; a strip that is meant to be scrolled says so (data-strip).

/** Controls of less than 24 by 24 pixels; of a field in its label the label is the control. */
export function tooSmall(): string[] {
  const LEAST = 23.5;
  const all = document.querySelectorAll<HTMLElement>('button, a[href], input, select, summary');
  return [...all].flatMap((one) => {
    const target = one.closest<HTMLElement>('label') ?? one;
    const { width, height } = target.getBoundingClientRect();
    if (!target.checkVisibility() || (width >= LEAST && height >= LEAST)) return [];
    const name = one.dataset['action'] ?? one.getAttribute('name') ?? one.className;
    return [`${name} ${one.innerText}: ${width.toFixed(1)} by ${height.toFixed(1)}`];
  });
}

/** What is wider than its room, and would be scrolled or is cut off. */
export function sideways(): string[] {
  const wider = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth + 1;
  return [...document.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
    const scrolls =
      one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX);
    if (!scrolls || !wider(one) || one.closest('[data-strip]') !== null) return [];
    const name = `${one.tagName} ${one.className}`;
    return [`${name}: ${one.scrollWidth} in ${one.clientWidth}`];
  });
}

// Plays at a table by dragging alone, with the mouse or a finger. Not here: what is played.
// Invariant: nothing is tapped, and each place is looked for while the card is pulled, as by eye.
import type { CDPSession, Page } from 'playwright-core';
import { rankOf } from '../src/cards';
import type { Card } from '../src/engine/types';
import type { Choice, Lay } from './choice';

export interface Point {
  x: number;
  y: number;
}

/** What pulls: it goes down, moves, and comes up where it was last. */
export interface Puller {
  down(at: Point): Promise<unknown>;
  move(to: Point): Promise<unknown>;
  up(): Promise<unknown>;
}

export const mouse = (page: Page): Puller => ({
  down: async ({ x, y }) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  move: ({ x, y }) => page.mouse.move(x, y, { steps: 2 }),
  up: () => page.mouse.up(),
});

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Playwright's own touchscreen knows taps alone. */
export function finger(page: Page): Puller {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    (await session).send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (at) => touch('touchStart', at),
    move: (to) => touch('touchMove', to),
    up: () => touch('touchEnd'),
  };
}

export async function at(page: Page, selector: string, x = 0.5, y = 0.5): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** A point of it, once it lies still and shows there: one who grips it waits for that, too. */
function grip(element: Element, [x, y]: readonly [number, number]): Promise<Point> {
  const FRAMES = 3; // a movement does not show in the first one of it
  const end = performance.now() + 10_000;
  return new Promise((resolve, reject) => {
    let last = { x: NaN, y: NaN };
    let same = 0;
    const look = (): void => {
      const box = element.getBoundingClientRect();
      const now = { x: box.x + x * box.width, y: box.y + y * box.height };
      const shows = element.contains(document.elementFromPoint(now.x, now.y));
      same = shows && now.x === last.x && now.y === last.y ? same + 1 : 0;
      last = now;
      if (same >= FRAMES) resolve(now);
      else if (performance.now() > end) reject(new Error(`${element.outerHTML} is covered`));
      else requestAnimationFrame(look);
    };
    look();
  });
}

const gripAt = (page: Page, selector: string, ...shares: [number, number]): Promise<Point> =>
  page.locator(selector).first().evaluate(grip, shares);

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const AWAY = 40; // pixels, by which something is pulled before its place is looked for

/** Pulls from a point to where the place is by then. */
export async function pull(by: Puller, from: Point, place: () => Promise<Point>): Promise<void> {
  await by.down(from);
  await by.move({ x: from.x, y: from.y - AWAY });
  const to = await place();
  await by.move(between(from, to));
  await by.move(to);
  await by.up();
}

/** The left upper corner of a card, which always shows. */
export const ownCard = (card = ''): string =>
  card === '' ? 'button.own' : `button.own[data-card="${card}"]`;

export class Dragger {
  readonly #page: Page;
  readonly #by: Puller;

  constructor(page: Page, by: Puller) {
    this.#page = page;
    this.#by = by;
  }

  async #pull(from: string, to: string, [x, y]: [number, number]): Promise<void> {
    await pull(this.#by, await gripAt(this.#page, from, x, y), () => at(this.#page, to));
  }

  /** A card of the hand; without a name, any. */
  card(to: string, card?: string): Promise<void> {
    return this.#pull(ownCard(card), to, [0.15, 0.15]);
  }

  /** Anything that lies uncovered. */
  thing(from: string, to: string): Promise<void> {
    return this.#pull(from, to, [0.5, 0.5]);
  }

  staged(to: string): Promise<void> {
    return this.#pull('[data-group] .card', to, [0.2, 0.2]);
  }

  /** Waits until what was sent has come back. */
  async #sent(does: () => Promise<void>): Promise<void> {
    const seq = await this.#page.evaluate(() => window.canasta?.seq() ?? 0);
    await does();
    await this.#page.waitForFunction(
      (before) => (window.canasta?.seq() ?? 0) > before && window.canasta?.sending() === false,
      seq,
    );
  }

  async #chooses(wanted: string): Promise<void> {
    const asked = await this.#page.locator('[data-choosing]').isVisible();
    if (asked) await this.card(`[data-choosing] ${wanted}`);
  }

  /** The pile takes the first cards of their ranks: those that are meant are pulled there. */
  async #first(cards: readonly Card[]): Promise<void> {
    const hand = await this.#hand();
    const ranks = cards.map(rankOf);
    const others = hand.some((card) => ranks.includes(rankOf(card)) && !cards.includes(card));
    if (!others) return;
    for (const [i, card] of cards.entries()) {
      if ((await this.#hand())[i] === card) continue;
      const own = await gripAt(this.#page, `${ownCard(card)} >> nth=-1`, 0.15, 0.15);
      await pull(this.#by, own, () => at(this.#page, `button.own >> nth=${i}`, 0.2, 0.3));
    }
  }

  #hand(): Promise<Card[]> {
    const own = this.#page.locator('button.own');
    return own.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));
  }

  async #take(cards: readonly Card[], place: number | null): Promise<void> {
    const meld = place === null ? '' : `[data-meld="${place}"]`;
    const onto = `button${meld}`;
    const lies = meld !== '' && (await this.#page.locator(onto).count()) > 0;
    await this.#first(cards);
    await this.thing('[data-pile] .picture', lies ? onto : '.area-hand');
    const count = `[data-take-cards="${cards.length}"]`;
    await this.#chooses(place === null ? count : `${count}[data-take-meld="${place}"]`);
  }

  /** One card after the other: the first beside what lies there, the others on it. */
  async #stage({ cards }: Lay, group: string): Promise<void> {
    for (const card of cards) {
      const lies = (await this.#page.locator(`[data-group="${group}"]`).count()) > 0;
      await this.card(lies ? `[data-group="${group}"]` : '[data-new-meld]', card);
    }
  }

  async #lay(group: Lay): Promise<void> {
    if (group.began) {
      await this.#stage(group, '0');
      return this.staged('[data-action="confirm"]');
    }
    for (const card of group.cards)
      await this.#sent(() => this.card(`button[data-meld="${group.place}"]`, card));
  }

  async #open({ take, groups }: Extract<Choice, { kind: 'open' }>): Promise<void> {
    if (take !== null) await this.#take(take.cards, null);
    let staged = 0;
    for (const group of groups)
      await this.#stage(group, group.place === take?.place ? 'take' : String(staged++));
    if (groups.length > 0) await this.staged('[data-action="confirm"]');
  }

  async perform(choice: Choice): Promise<void> {
    switch (choice.kind) {
      case 'draw':
        return this.thing('[data-stock] .picture', '.area-hand');
      case 'pick':
      case 'ask':
      case 'pass':
      case 'declare':
      case 'lay-out':
        return this.card(`[data-action="${choice.kind}"]`);
      case 'yes':
      case 'no':
        return this.card(`[data-answer="${choice.kind}"]`);
      case 'take':
        return this.#take(choice.cards, choice.place);
      case 'lay':
        return this.#lay(choice.group);
      case 'join':
        return this.thing(`[data-meld="${choice.melds[0]}"]`, `[data-meld="${choice.melds[1]}"]`);
      case 'discard':
        return this.card('[data-pile] .picture', choice.card);
      case 'open':
        return this.#open(choice);
    }
  }
}

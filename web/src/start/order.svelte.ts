// The order for a new table, as it is put together on the start page.
// Not here: how it looks, what the browser keeps of it (kept.ts).
// Invariant: what is offered can be played: a wish that the game has no place for is left aside,
// and counts again with a game that has.
import { api, type NewTable, type RuleSet } from '../api';
import { bots } from '../bots.svelte';
import { rememberGame } from '../games';
import { readChanges, writeChanges, type HouseSet } from '../house/draft.svelte';
import { asRuleSet, isCode, rulesEngine, type HouseEntry } from '../house/engine';
import { readSaved } from '../house/saved';
import { lengthsOf } from '../lengths';
import * as home from '../messages/home';
import { ruleSets, titleOf } from '../rulesets.svelte';
import { settings } from '../settings.svelte';
import { tableWish } from '../wish';
import { placeOf, type Placed } from './groups';
import { NEWCOMER, readWish, writeWish, type Wish } from './kept';

/** One line in the list of games. */
export interface Offer extends Placed {
  name: string;
  title: string;
  about: string;
  players: readonly number[];
}

export class Order {
  readonly #code: string | null; // of the house rules of a link
  readonly #linked: number; // its players, 0: as many as usual
  readonly wish: Wish = $state(readWish(localStorage));
  houses = $state.raw<HouseEntry[] | null>(null); // the link's, the last one, those kept here
  badCode = $state(false);

  readonly all = $derived<RuleSet[]>([...(this.houses ?? []), ...ruleSets.all]);
  /** Nothing while it is not known what the link or the wish means. */
  readonly set = $derived.by(() => {
    if (this.houses === null && (this.#code !== null || isCode(this.wish.rules))) return undefined;
    const known = this.all.find((one) => one.name === this.wish.rules);
    if (known !== undefined) return known;
    return ruleSets.all.find((one) => one.name === NEWCOMER.rules) ?? ruleSets.all[0];
  });
  readonly house = $derived(this.houses?.find((one) => one.name === this.set?.name));
  readonly title = $derived(this.#titleOf(this.set?.name ?? this.wish.rules, this.house));
  readonly offers = $derived(this.all.map((one) => this.#offer(one)));

  readonly counts = $derived(this.set?.players ?? []);
  readonly players = $derived(
    this.counts.includes(this.wish.players) ? this.wish.players : (this.set?.usual ?? 0),
  );
  readonly lengths = $derived(this.set === undefined ? [] : lengthsOf(this.set, this.players));
  readonly length = $derived(
    this.lengths.find((one) => one.length === this.wish.length) ?? this.lengths.at(-1),
  );
  readonly seat = $derived(this.wish.seat < this.players ? this.wish.seat : 0);
  readonly bot = $derived(
    bots.names.length === 0
      ? this.wish.bot
      : ([this.wish.bot, NEWCOMER.bot].find((one) => bots.names.includes(one)) ?? bots.usual),
  );
  readonly alone = $derived(this.wish.company.with === 'computers');

  /** The rules as the table will have them, the length with them. */
  readonly terms = $derived.by(() => {
    const overrides = this.length?.overrides ?? '';
    const rules = this.set?.name ?? '';
    if (this.house === undefined)
      return { rules, overrides, ...(this.set?.club === true ? { house: this.title } : {}) };
    const changes = { ...readChanges(this.house.overrides), ...readChanges(overrides) };
    return { rules: this.house.rules, overrides: writeChanges(changes), house: this.title };
  });

  constructor(code: string | null, players: number) {
    this.#code = code;
    this.#linked = players;
  }

  #titleOf(name: string, house: RuleSet | undefined): string {
    if (house !== undefined) return house.title || home.house.untitled;
    return isCode(name) ? home.house.untitled : titleOf(name);
  }

  #offer({ name, parent, players, club, about: said }: RuleSet): Offer {
    const house = this.houses?.find((one) => one.name === name);
    const about =
      house === undefined ? home.games.about(name) || said : home.games.aboutHouse(titleOf(parent));
    const place = placeOf(name, house === undefined ? null : parent, club ? parent : null);
    return { ...place, name, title: this.#titleOf(name, house), about, players };
  }

  /** Finds the house rules of a link, of the last game, and those kept here. */
  async load(): Promise<void> {
    const code = this.#code;
    const last = isCode(this.wish.rules) ? [this.wish.rules] : [];
    const kept = readSaved(localStorage).map((one) => one.code);
    const codes = [...new Set([...(code === null ? [] : [code]), ...last, ...kept])];
    const found = codes.length === 0 ? [] : await housesOf(codes);
    if (code !== null && found.some((one) => one.name === code)) this.#follow(code);
    this.badCode = code !== null && this.wish.rules !== code;
    this.houses = found;
  }

  /** A link says what is played. */
  #follow(code: string): void {
    this.wish.rules = code;
    this.wish.players = this.#linked;
    this.wish.length = 'full';
  }

  keep(): void {
    writeWish(localStorage, $state.snapshot(this.wish));
  }

  /** The rule set as it stands, for the form of house rules. */
  get plain(): HouseSet {
    return { rules: this.set?.name ?? NEWCOMER.rules, overrides: '', name: '' };
  }

  #body(name: string): NewTable {
    const { players, seat, bot } = this;
    const rules = this.set?.name ?? '';
    return {
      ...{ rules, players, seat, overrides: this.length?.overrides ?? '' },
      ...{ name: name || undefined, pace_ms: settings.paceMs },
      ...{ hints: this.wish.hints === 'allowed', bot },
      ...tableWish(this.wish.company),
    };
  }

  /** Makes the table and remembers it: its id. */
  async make(name: string): Promise<string> {
    const { terms, alone } = this;
    const key = await api.create(this.#body(name));
    rememberGame(localStorage, { ...key, name, ...terms, alone, at: Date.now() });
    return key.table;
  }
}

async function housesOf(codes: readonly string[]): Promise<HouseEntry[]> {
  try {
    const engine = await rulesEngine();
    return codes.flatMap((one) => asRuleSet(engine, one) ?? []);
  } catch {
    return [];
  }
}

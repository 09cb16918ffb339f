// Who sits where, who plays with whom, and what they are called on this page.
// Not here: cards. Invariant: seats are those of the hand, persons those at the table; with five
// people one of them has no seat.
import type { Side, View } from './engine/types';
import { acts, type Feed } from './feed.svelte';
import { m } from './messages';
import { namesOf } from './names';
import { TONES, type Tone } from './tones';
import type { Turn } from './turns';

/** A computer plays here: for itself, or for a person who is away. */
export interface Computer {
  bot: string; // the player's name
  standsIn: boolean;
}

/** What a side is called: one word, or (null) by the names of its seats. */
export interface Group {
  word: string | null;
  seats: readonly number[];
}

/** What a table, or a hand that is told again, says of its people. */
export type Told = Pick<Feed, 'view' | 'info' | 'person'>;

export class People {
  readonly #feed: Told;
  readonly #stoodIn: (person: number) => boolean;
  readonly #view = $derived.by(() => this.#feed.view);

  readonly me = $derived(this.#view?.me ?? 0);
  /** Whose melds I play with. */
  readonly mySide = $derived.by(() => mySideOf(this.#view, this.#feed.person));
  /** Whose total I play for. */
  readonly myTotal = $derived.by(() => this.#view?.side_of_person[this.#feed.person ?? -1] ?? -1);
  /** Nobody's hand is the own one, and no side: as an onlooker, or until the next hand. */
  readonly looksOn = $derived.by(() => this.#feed.person === null);
  readonly seated = $derived((this.#view?.hand_counts[this.me] ?? -1) >= 0);
  /** The other seats from left to right, as they are seen from the own one. */
  readonly others = $derived(othersOf(this.#view));
  /** Sides that have seats now, the own one last. */
  readonly otherSides = $derived(
    (this.#view?.sides ?? [])
      .map((side, i) => ({ side, i }))
      .filter(({ side, i }) => side.seats.length > 0 && i !== this.mySide)
      .map(({ i }) => i),
  );

  /** The seat that is to act; null while none is, or the table pauses. */
  readonly acting = $derived.by(() => {
    const moves = this.#view !== null && acts(this.#view) && this.#feed.info?.paused !== true;
    return moves ? (this.#view?.seat ?? null) : null;
  });
  /** What each person is called, by place. */
  readonly names = $derived.by(() => namesOf(this.#feed.info?.seats ?? []));

  /** `stoodIn` tells of whom who is away that a computer has played for him. */
  constructor(feed: Told, stoodIn: (person: number) => boolean) {
    this.#feed = feed;
    this.#stoodIn = stoodIn;
  }

  person(seat: number): number {
    return this.#view?.persons[seat] ?? seat;
  }

  personName(person: number): string {
    if (person === this.#feed.person) return m.you;
    return this.ownName(person);
  }

  /** Also of the own one. */
  ownName(person: number): string {
    return this.names[person] ?? m.seatFallback(person);
  }

  name(seat: number): string {
    return this.personName(this.person(seat));
  }

  /** A person who is not there; oneself is. */
  isAway(person: number): boolean {
    const seat = this.#feed.info?.seats[person];
    return seat?.who === 'human' && seat.present === false && person !== this.#feed.person;
  }

  /** Away, and no computer plays: all wait. */
  isMissed(person: number): boolean {
    return this.isAway(person) && !this.#stoodIn(person);
  }

  thinks(seat: number): boolean {
    return seat === this.acting && !this.isMissed(this.person(seat));
  }

  /** Who plays for this person; null: the person, or nobody yet. */
  computerOf(person: number): Computer | null {
    const info = this.#feed.info;
    const seat = info?.seats[person];
    if (info === null || seat === undefined || person === this.#feed.person) return null;
    const standsIn = seat.who === 'human';
    const plays = !standsIn || (this.isAway(person) && this.#stoodIn(person));
    return plays ? { bot: info.bot, standsIn } : null;
  }

  /** Those who play for somebody at this table. */
  get computers(): Computer[] {
    return (this.#feed.info?.seats ?? []).flatMap((_, person) => this.computerOf(person) ?? []);
  }

  computer(seat: number): Computer | null {
    return this.computerOf(this.person(seat));
  }

  /** The name in a sentence, which says so itself if a computer plays. */
  calledPerson(person: number): string {
    const computer = this.computerOf(person);
    const name = this.personName(person);
    return computer === null ? name : m.bot.named(name, computer.standsIn);
  }

  called(seat: number): string {
    return this.calledPerson(this.person(seat));
  }

  /** Who did it, as it was then: what is done stays theirs, whoever sits there now. */
  doer({ seat, by }: Turn): string {
    if (by === null) return this.name(seat);
    const place = this.person(seat);
    const sits = by.name === this.#feed.info?.seats[place]?.name;
    const own = sits && place === this.#feed.person;
    const name = sits ? this.ownName(place) : by.name;
    if (!by.computer) return own ? m.you : name;
    if (by.who === 'bot') return name;
    return own ? m.log.forYou : m.log.standsIn(name);
  }

  /** The computer that did it; null for a person. */
  doerComputer({ seat, by }: Turn): Computer | null {
    if (by === null) return this.computer(seat);
    const bot = this.#feed.info?.bot;
    return by.computer && bot !== undefined ? { bot, standsIn: by.who === 'human' } : null;
  }

  #group(seats: readonly number[], own: boolean, groups: number): Group {
    if (this.looksOn) return { seats, word: null };
    if (own) return { seats, word: seats.length > 1 || !this.seated ? m.table.us : m.table.me };
    return { seats, word: seats.length > 1 && groups === 2 ? m.table.them : null };
  }

  /** The side as the owner of melds. */
  sideGroup(side: number): Group {
    const seats = this.#view?.sides[side]?.seats ?? [];
    return this.#group(seats, side === this.mySide, this.otherSides.length + 1);
  }

  /** The side as the owner of a total. */
  totalGroup(side: number): Group {
    const totals = this.#view?.total_of ?? [];
    const seats = totals.flatMap((total, seat) => (total === side ? [seat] : []));
    return this.#group(seats, side === this.myTotal, new Set(totals).size);
  }

  groupName({ word, seats }: Group): string {
    return word ?? m.joined(seats.map((seat) => this.called(seat)));
  }

  /** Without what plays there, where the seats beside say it. */
  groupNameShort({ word, seats }: Group): string {
    return word ?? m.joined(seats.map((seat) => this.name(seat)));
  }

  sideName(side: number): string {
    return this.groupName(this.sideGroup(side));
  }

  totalName(side: number): string {
    return this.groupName(this.totalGroup(side));
  }

  /** The own side has the first. */
  tone(side: number): Tone {
    if (side === this.mySide) return 'us';
    const place = this.otherSides.indexOf(side) + 1;
    return TONES[place > 0 ? place : 1] ?? 'them';
  }

  toneOfSeat(seat: number): Tone {
    return this.tone(this.#view?.side_of[seat] ?? 0);
  }

  isPartner(seat: number): boolean {
    const side = this.#view?.side_of[seat];
    return !this.looksOn && seat !== this.me && side !== undefined && side === this.mySide;
  }

  /** True for one who plays against a side that has formed during the hand. */
  isAlone(seat: number): boolean {
    const view = this.#view;
    if (view === null) return false;
    const formed = view.side_of.some((side, i) => side !== view.total_of[i]);
    return formed && view.sides[view.side_of[seat] ?? -1]?.seats.length === 1;
  }

  side(seat: number): Side | null {
    return this.#view?.sides[this.#view.side_of[seat] ?? -1] ?? null;
  }
}

function mySideOf(view: View | null, person: number | null): number {
  return view?.side_of[view.me] ?? view?.side_of_person[person ?? -1] ?? 0;
}

/** Seats are numbered clockwise: the next number sits on the left. */
export function othersOf(view: View | null): number[] {
  const count = view?.hand_counts.length ?? 0;
  const me = view?.me ?? 0;
  if (me >= count) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => (me + 1 + i) % count);
}

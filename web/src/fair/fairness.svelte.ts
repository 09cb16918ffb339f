// The fair deals of one table as this page sees them: it gives its seed, keeps what it was told,
// checks every card's proof at once, and the whole deal when it is asked to.
// Not here: bytes (deal.ts, tree.ts, check.ts), words. Invariant: a seed is made here, by the
// browser's generator, after the commitment of its deal was seen, and before it is sent it is kept.
import type { Card } from '../engine/types';
import type { Command, FairTold, ServerFrame } from '../frames';
import type { Reply } from '../net';
import { bytesOf, hexOf } from './bytes';
import { checkDeal, type Finding, type ToldDeal } from './check';
import { commitmentOf, HASH_BYTES, PART_BYTES, SEED_BYTES } from './deal';
import { Keep, type KeptDeal } from './keep';
import { cardsShown, returnedBy, unmatched } from './shown';
import { proofHolds, readProof } from './tree';

/** What is wrong: `commit` or `root` another one than before, `card` a proof that is none,
    `missing` a card without one, `place` a card that cannot have come from there, `own` a seed left
    out, `seed` one that does not belong to the commitment. */
export type Alarm = 'commit' | 'root' | 'card' | 'missing' | 'place' | 'own' | 'seed';

export interface FairOptions {
  table: string;
  storage: Storage;
  send: (body: Command) => Promise<Reply>;
  /** Asks for a snapshot, which comes with the proofs of the whole hand. */
  resync: () => void;
  /** The sorted cards of this table; null while its rules are not known. */
  pack: () => readonly Card[] | null;
}

/** Who looks, and how many cards the stock has once the frame was taken in. */
export interface Seen {
  seat: number; // of the hand; 255: none
  stock: number;
  refills: number; // of the stock in this hand: what it has since then is proven by the record
  seq: number;
}

interface Next {
  deal: number;
  commit: string;
  given: readonly number[];
}

export class Fairness {
  readonly #options: FairOptions;
  readonly #keep: Keep;
  #offered = 0; // the last deal for which a seed is on its way
  #shown = new Map<number, Card>(); // cards of this hand that were proven, by position
  #returned = 0; // turned cards that went back into the stock, each for another of it

  place: number | null = null; // one's own, null for who looks on
  alarm = $state<Alarm | null>(null); // the first one stays
  dealt = $state.raw<ToldDeal | null>(null); // null: this hand cannot be proven
  findings = $state.raw<Finding[] | null>(null);
  readonly revealed = $derived(this.dealt?.seed !== undefined);

  constructor(options: FairOptions) {
    this.#options = options;
    this.#keep = new Keep(options.storage, options.table);
  }

  /** Takes in a frame that the table has taken in. */
  receive(frame: ServerFrame, seen: Seen): void {
    if (frame.t === 'welcome') this.place = frame.seat;
    else if (frame.t === 'snap') {
      this.#begin(frame.fair?.dealt ?? null);
      this.#prove(frame.events, frame.proofs ?? [], seen);
      this.#hear(frame.fair?.next, seen.seq);
    } else if (frame.t === 'ev') this.#change(frame, seen);
  }

  #change(frame: Extract<ServerFrame, { t: 'ev' }>, seen: Seen): void {
    if (frame.kind === 'commit') {
      this.#hear({ deal: frame.deal, commit: frame.commit, given: [] }, seen.seq);
    } else if (frame.kind === 'deal') {
      this.#begin(frame.fair ?? null);
      this.#prove(frame.events, frame.proofs, seen);
    } else if (frame.kind === 'play') {
      this.#prove(frame.events, frame.proofs, seen);
    } else if (frame.kind === 'reveal' && frame.deal === this.dealt?.deal) {
      this.#reveal({ ...this.dealt, seed: frame.seed });
    }
  }

  #raise(alarm: Alarm): void {
    this.alarm ??= alarm;
  }

  /** A commitment to the next deal: now, and not before, a seed is made for it. */
  #hear(next: Next | undefined, seq: number): void {
    if (next === undefined) return;
    const kept = this.#keep.see(next.deal, next.commit);
    if (kept.commit !== next.commit) this.#raise('commit');
    const given = this.place === null || next.given.includes(this.place);
    if (!given && this.#offered < next.deal) void this.#offer(kept, seq);
  }

  async #offer(kept: KeptDeal, at: number): Promise<void> {
    this.#offered = kept.deal;
    const seed = kept.seed ?? hexOf(crypto.getRandomValues(new Uint8Array(PART_BYTES)));
    this.#keep.put({ ...kept, seed });
    const reply = await this.#options.send({ do: 'seed', deal: kept.deal, seed, at });
    // One that came too late, or after that of another device, is not in the deal.
    const now = this.#keep.find(kept.deal) ?? kept;
    this.#keep.put({ ...now, seed: reply.ok ? seed : null, given: reply.ok });
  }

  #begin(dealt: FairTold | null): void {
    this.findings = null;
    this.#shown = new Map();
    this.#returned = 0;
    this.dealt = dealt;
    if (dealt === null) return;
    const kept = this.#keep.seeRoot(dealt.deal, dealt.root);
    if (kept.commit !== '' && kept.commit !== dealt.commit) this.#raise('commit');
    if (kept.root !== dealt.root) this.#raise('root');
    const mixed = dealt.seeds.some((one) => one.seat === this.place && one.seed === kept.seed);
    if (kept.given && kept.seed !== null && !mixed) this.#raise('own');
    if (dealt.seed !== undefined) this.#reveal(dealt);
  }

  #reveal(dealt: ToldDeal): void {
    this.dealt = dealt;
    const seed = bytesOf(dealt.seed, SEED_BYTES);
    const { table } = this.#options;
    const right =
      seed === null ? '' : hexOf(commitmentOf({ table, deal: dealt.deal, seed, parts: [] }));
    if (right !== dealt.commit) this.#raise('seed');
  }

  /** Each card that these lines bring out of the deck must come with a proof that holds. What was
      missed while the line was lost may come without: then a snapshot has them. */
  #prove(lines: readonly string[], proofs: unknown, { seat, stock, refills }: Seen): void {
    const pack = this.#options.pack();
    const root = bytesOf(this.dealt?.root, HASH_BYTES);
    if (this.dealt === null || pack === null) return;
    const shown = refills > 0 ? [] : lines.flatMap((line) => cardsShown(line, seat));
    if (!Array.isArray(proofs)) {
      if (shown.length > 0) this.#options.resync();
      return;
    }
    this.#returned += returnedBy(lines);
    const proven: Card[] = [];
    for (const one of proofs) {
      const proof = readProof(one);
      if (proof === null || root === null || !proofHolds(proof, pack.length, root)) {
        this.#raise('card');
        continue;
      }
      this.#shown.set(proof.at, proof.card);
      proven.push(proof.card);
    }
    const hidden = refills > 0 ? 0 : stock;
    const early = [...this.#shown.keys()].filter((at) => at >= pack.length - hidden);
    if (early.length > this.#returned) this.#raise('place'); // it is in the stock still
    if (unmatched(shown, proven).length > 0) this.#raise('missing');
  }

  /** Works the whole deal out anew. */
  check(): void {
    const told = this.dealt;
    const pack = this.#options.pack();
    if (told === null || pack === null) return;
    const shown = [...this.#shown].map(([at, card]) => ({ at, card }));
    const { table } = this.#options;
    const kept = this.#keep.find(told.deal);
    this.findings = checkDeal({ table, place: this.place, told, kept, pack, shown });
  }
}

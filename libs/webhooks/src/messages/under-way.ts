import type { CompanyId } from '@quittance/kernel';
import type { Attempted } from './store-outcomes.js';

/** What one process sends at once, so that its memory and sockets are bounded whoever is slow. */
const MOST = 400;
/** Of that, the most of work on many records: there is always room for what is fresh. */
const MOST_BULK = 300;
/** Outcomes of one transaction. */
const SET = 250;

/** Room that nobody else takes until it is given back. */
export interface Room {
  readonly all: number;
  readonly bulk: number;
  giveBack(): void;
}

/** What this process is sending, and what has come to its end and is not stored yet. */
export class UnderWay {
  private readonly ended = new Map<CompanyId, Attempted[]>();
  private unstored = 0;
  private fresh = 0;
  private bulk = 0;
  private reserved = 0;
  private waiters: (() => void)[] = [];

  get sending(): number {
    return this.fresh + this.bulk;
  }

  /** With what is not stored yet. */
  get size(): number {
    return this.sending + this.unstored;
  }

  reserve(most: number): Room {
    const free = MOST - this.sending - this.reserved;
    const all = Math.max(0, Math.min(most, free));
    const bulk = Math.max(0, Math.min(all, MOST_BULK - this.bulk - this.reserved));
    this.reserved += all;
    return {
      all,
      bulk,
      giveBack: () => {
        this.reserved -= all;
      },
    };
  }

  /** Sends are never refused: what rejects is told, and its lease runs out. */
  add(
    companyId: CompanyId,
    bulk: boolean,
    attempt: Promise<Attempted>,
    onFault: (error: unknown) => void,
  ): void {
    this.count(bulk, 1);
    attempt
      .then((ended) => this.putBack(companyId, [ended]), onFault)
      .finally(() => {
        this.count(bulk, -1);
        for (const wake of this.waiters.splice(0)) wake();
      });
  }

  companiesToStore(): readonly CompanyId[] {
    return [...this.ended.keys()];
  }

  takeEnded(companyId: CompanyId): readonly Attempted[] {
    const ended = this.ended.get(companyId) ?? [];
    const taken = ended.splice(0, SET);
    if (ended.length === 0) this.ended.delete(companyId);
    this.unstored -= taken.length;
    return taken;
  }

  putBack(companyId: CompanyId, ended: readonly Attempted[]): void {
    const known = this.ended.get(companyId);
    if (known) known.push(...ended);
    else this.ended.set(companyId, [...ended]);
    this.unstored += ended.length;
  }

  /** Fulfilled when something has come to its end that is not stored. */
  nextEnd(): Promise<void> {
    if (this.unstored > 0) return Promise.resolve();
    return new Promise((wake) => this.waiters.push(wake));
  }

  private count(bulk: boolean, by: number): void {
    if (bulk) this.bulk += by;
    else this.fresh += by;
  }
}

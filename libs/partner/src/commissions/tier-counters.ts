import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import {
  bookedInPeriod,
  readCounter,
  storeCounter,
  topUpsOfPeriod,
  type TierKey,
} from './commission.repository.js';
import type { BookedEntries, MoneyStep, Sale } from './booked-entries.js';
import { topUp } from './book-step.js';
import { reverseAmount } from './reversal.js';
import { isHigher, rateAt, type CommissionTier } from './tiers.js';

/** A line of a plan in a period of its tiers. */
interface LinePeriod {
  readonly line: string;
  readonly periodStart: LocalDate;
}

interface Counter extends LinePeriod {
  base: bigint;
  /** What the period had earned before anything was booked now. */
  readonly bookedBefore: bigint;
}

/** Where the bases of periods stand while an invoice is booked. The partner is held. */
export class TierCounters {
  private readonly counters = new Map<string, Counter>();

  constructor(
    private readonly tx: Tx,
    private readonly sale: Sale,
    private readonly entries: BookedEntries,
  ) {}

  /** The base that a period has come to. */
  async read(of: LinePeriod): Promise<bigint> {
    return (await this.counter(of)).base;
  }

  /**
   * Moves the base of a period. Where all of it has one rate, what follows of that for the others
   * of the period is booked as well. What is given back while the base falls and no rate rises was
   * taken at once, and is payable at once.
   */
  async move(
    of: LinePeriod,
    by: bigint,
    tiers: readonly CommissionTier[],
    step: MoneyStep,
  ): Promise<void> {
    if (by === 0n) return;
    const counter = await this.counter(of);
    const from = counter.base;
    counter.base += by;
    if (this.sale.terms.tierMode !== 'whole') return;
    const { line, periodStart } = of;
    const booked = counter.bookedBefore + this.entries.madeIn(line, periodStart);
    const more = topUp(tiers, { from, to: counter.base }, booked);
    const rate = rateAt(tiers, counter.base);
    const before = rateAt(tiers, from);
    const reason = more > 0n ? 'A higher tier' : 'A lower tier';
    const at = rate === before ? step : { ...step, reason };
    if (more > 0n) {
      const given = by < 0n && !isHigher(rate, before);
      this.entries.topUp({ line, rate, payout: more, atOnce: given }, at, periodStart);
    }
    if (more < 0n) await this.takeBack(of, -more, rate, at);
  }

  /** Stores where all of them stand. */
  async store(): Promise<void> {
    for (const counter of this.counters.values()) {
      await storeCounter(this.tx, this.keyOf(counter), counter.base);
    }
  }

  /** From what the period was topped up by, the newest first; what is more than that by itself. */
  private async takeBack(
    of: LinePeriod,
    payout: bigint,
    rate: string,
    step: MoneyStep,
  ): Promise<void> {
    this.entries.learn(await topUpsOfPeriod(this.tx, this.keyOf(of)));
    let left = payout;
    for (const each of reverseAmount(this.entries.topUpsOf(of.line, of.periodStart), payout, 0n)) {
      this.entries.reverse(each, step);
      left -= each.payout;
    }
    if (left <= 0n) return;
    this.entries.topUp({ line: of.line, rate, payout: -left, atOnce: true }, step, of.periodStart);
  }

  private keyOf({ line, periodStart }: LinePeriod): TierKey {
    const { partnerId, terms } = this.sale;
    const since = terms.countedSince?.[line] ?? null;
    return { partnerId, planId: terms.planId, line, since, periodStart };
  }

  private async counter(of: LinePeriod): Promise<Counter> {
    const name = `${of.line} ${of.periodStart}`;
    const known = this.counters.get(name);
    if (known) return known;
    const key = this.keyOf(of);
    const counter = {
      ...of,
      base: await readCounter(this.tx, key),
      bookedBefore: await bookedInPeriod(this.tx, key),
    };
    this.counters.set(name, counter);
    return counter;
  }
}

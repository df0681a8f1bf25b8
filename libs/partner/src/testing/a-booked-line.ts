import { sumOf } from '@quittance/money';
import { topUp, type Booking } from '../commissions/book-step.js';
import type { StandingEntry } from '../commissions/reversal.js';
import type { CommissionTier } from '../commissions/tiers.js';

/** The entries of a line of a plan in memory, as the database keeps them. */
export class BookedLine {
  readonly entries: { base: bigint; amount: bigint; payout: bigint; kind: string }[] = [];
  private standing: StandingEntry[] = [];
  counter = 0n;

  get newestFirst(): readonly StandingEntry[] {
    return [...this.standing].reverse();
  }

  /** What a booking comes to in all, in the currency that is paid out. */
  keep({ earned, reversed }: Booking): bigint {
    for (const each of earned) {
      const { base, amount, payout, payoutBase } = each;
      this.entries.push({ base, amount, payout, kind: 'earned' });
      this.counter += payoutBase;
      this.standing.push({
        id: `entry ${this.entries.length}`,
        ...each,
        baseLeft: base,
        amountLeft: amount,
        payoutBaseLeft: payoutBase,
        payoutLeft: payout,
      });
    }
    for (const { of, base, amount, payout, payoutBase } of reversed) {
      this.entries.push({ base: -base, amount: -amount, payout: -payout, kind: 'reversed' });
      this.counter -= payoutBase;
      this.standing = this.standing.map((entry) =>
        entry.id === of.id
          ? {
              ...entry,
              baseLeft: entry.baseLeft - base,
              amountLeft: entry.amountLeft - amount,
              payoutBaseLeft: entry.payoutBaseLeft - payoutBase,
              payoutLeft: entry.payoutLeft - payout,
            }
          : entry,
      );
    }
    return sumOf(earned.map((e) => e.payout)) - sumOf(reversed.map((r) => r.payout));
  }

  /** What the period earns more once it has come into another tier. */
  keepTopUp(tiers: readonly CommissionTier[], from: bigint): void {
    const payout = topUp(tiers, { from, to: this.counter }, this.payout);
    if (payout !== 0n) this.entries.push({ base: 0n, amount: 0n, payout, kind: 'top_up' });
  }

  get amount(): bigint {
    return sumOf(this.entries.map(({ amount }) => amount));
  }

  get payout(): bigint {
    return sumOf(this.entries.map(({ payout }) => payout));
  }
}

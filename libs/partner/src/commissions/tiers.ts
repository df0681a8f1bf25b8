import { decimal, pow10 } from '@quittance/money';

/** A rate, up to where the base of a period has come; null: however far. */
export interface CommissionTier {
  /** Minor units of the currency that is paid out; the amount itself is still in the tier. */
  readonly upTo: bigint | null;
  /** Percent, as decimal text. */
  readonly rate: string;
}

/** A part of a base, at the rate of the tier that it falls into. */
export interface Cut {
  readonly base: bigint;
  readonly rate: string;
}

/**
 * Cuts a base where the base of the period, which stands at `counter`, crosses from one tier into
 * the next. The parts add up to the base.
 */
export function cutByTiers(tiers: readonly CommissionTier[], counter: bigint, base: bigint): Cut[] {
  const cuts: Cut[] = [];
  let [at, left] = [counter, base];
  for (const { upTo, rate } of tiers) {
    if (left <= 0n) break;
    const room = upTo === null ? left : upTo - at;
    if (room <= 0n) continue;
    const part = room < left ? room : left;
    cuts.push({ base: part, rate });
    at += part;
    left -= part;
  }
  return cuts;
}

/** Whether a rate is above another. */
export function isHigher(rate: string, than: string): boolean {
  const [a, b] = [decimal(rate), decimal(than)];
  return a.units * pow10(b.scale) > b.units * pow10(a.scale);
}

/** The rate of a period whose base has come so far. */
export function rateAt(tiers: readonly CommissionTier[], counter: bigint): string {
  const tier = tiers.find(({ upTo }) => upTo === null || counter <= upTo);
  return (tier ?? tiers.at(-1))?.rate ?? '0';
}

import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';

/**
 * What may be told of a dispute at a provider, in the order in which it weighs: `opened` ·
 * `withdrawn` the provider has taken the money back · `reinstated` and has given it back again ·
 * `closed` without a decision · `won` · `lost`.
 */
export const DISPUTE_STAGES = [
  'opened',
  'withdrawn',
  'reinstated',
  'closed',
  'won',
  'lost',
] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** What events have told of a dispute so far. */
export interface DisputeFacts {
  readonly stages: readonly DisputeStage[];
  /** Minor units; null while nothing that can be read was told. */
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly evidenceDueBy: Instant | null;
  /** The provider's own word for why. */
  readonly providerReason: string | null;
}

/**
 * What is known after one more event. Events come twice and in any order, so all that was told is
 * kept as a set, and whatever the order it comes to the same. Pure.
 */
export function mergeDispute(known: DisputeFacts, reported: DisputeFacts): DisputeFacts {
  const stages = new Set([...known.stages, ...reported.stages]);
  // After a decision, that it is closed as well says nothing.
  if (stages.has('won') || stages.has('lost')) stages.delete('closed');
  const money = greater(known, reported);
  return {
    stages: DISPUTE_STAGES.filter((stage) => stages.has(stage)),
    amount: money.amount,
    currency: money.currency,
    evidenceDueBy: later(known.evidenceDueBy, reported.evidenceDueBy),
    providerReason: known.providerReason ?? reported.providerReason,
  };
}

function greater(
  known: DisputeFacts,
  reported: DisputeFacts,
): Pick<DisputeFacts, 'amount' | 'currency'> {
  if (known.amount === null) return reported;
  const more = reported.currency === known.currency && (reported.amount ?? 0n) > known.amount;
  return more ? reported : known;
}

function later(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/**
 * Whether the payer's bank has the money: it was taken and not given back, or is lost for good.
 * What is won comes back, also where no event has told of that yet. Pure.
 */
export function isTaken(stages: readonly DisputeStage[]): boolean {
  const standing = standingOf(stages);
  if (standing === 'lost') return true;
  if (standing === 'won') return false;
  return stages.includes('withdrawn') && !stages.includes('reinstated');
}

/** Where a dispute stands: what weighs most of all that was told. */
export function standingOf(stages: readonly DisputeStage[]): DisputeStage {
  return DISPUTE_STAGES.findLast((stage) => stages.includes(stage)) ?? 'opened';
}

/** Whether nobody has to look any more: it is won, or has come to nothing and no money is gone. */
export function isSettled(stages: readonly DisputeStage[]): boolean {
  const standing = standingOf(stages);
  const isGone = stages.includes('withdrawn') && !stages.includes('reinstated');
  return standing === 'won' || (standing === 'closed' && !isGone);
}

import { formatMinor, minOf, sumOf, type Currency } from '@quittance/money';
import { invalidField, newId, type Actor, type Id, type Instant } from '@quittance/kernel';
import { disputeAlreadyOpen, disputeExceedsBalance } from '../receivables.errors.js';

/** How a dispute can end by a person: in whose favour, or simply with an agreement. */
export const RESOLUTIONS = ['resolved', 'upheld', 'rejected', 'withdrawn'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** `settled` when money reached the disputed part, `voided` with the invoice. */
export const DISPUTE_OUTCOMES = [...RESOLUTIONS, 'settled', 'voided'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** What the customer objects to, how much of it, who said so, and how it ended. Kept when over. */
export interface Dispute {
  readonly id: Id<'dispute'>;
  /** Minor units of the invoice's currency as decimal text: it is stored as JSON. */
  readonly amount: string;
  /** The lines objected to; none when it is about the whole. */
  readonly lineIds: readonly Id<'invoice-line'>[];
  readonly reason: string;
  readonly openedAt: Instant;
  readonly openedBy: Actor;
  /**
   * When money for the undisputed rest first arrived: the invoice is partially paid from then on.
   */
  readonly partPaidAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly closedBy: Actor | null;
  readonly outcome: DisputeOutcome | null;
  readonly note: string | null;
}

/** What is objected to. The amount is minor units. */
export interface Objection {
  readonly reason: string;
  readonly amount: bigint;
  readonly lineIds: readonly Id<'invoice-line'>[];
}

export function openDispute(objection: Objection, by: Actor, at: Instant): Dispute {
  return {
    id: newId<'dispute'>(),
    amount: objection.amount.toString(),
    lineIds: objection.lineIds,
    reason: objection.reason,
    openedAt: at,
    openedBy: by,
    partPaidAt: null,
    closedAt: null,
    closedBy: null,
    outcome: null,
    note: null,
  };
}

/** Ends a dispute that is open; one already over, or none, stays as it is. */
export function closeDispute(
  dispute: Dispute | null,
  outcome: DisputeOutcome,
  by: Actor,
  at: Instant,
  note: string | null = null,
): Dispute | null {
  if (!isOpen(dispute)) return dispute;
  return { ...dispute, closedAt: at, closedBy: by, outcome, note };
}

export function isOpen(dispute: Dispute | null): dispute is Dispute {
  return dispute !== null && dispute.closedAt === null;
}

/** What of the balance dunning leaves alone, in minor units: never more than is open. */
export function disputedAmount(invoice: {
  readonly dispute: Dispute | null;
  readonly balance: bigint;
}): bigint {
  const { dispute, balance } = invoice;
  return isOpen(dispute) ? minOf(BigInt(dispute.amount), balance) : 0n;
}

/**
 * The dispute after money arrived: it goes on as long as only the undisputed rest was paid, and
 * ends when the money reaches the disputed part.
 */
export function disputeAfterMoney(
  dispute: Dispute | null,
  balance: bigint,
  by: Actor,
  at: Instant,
): Dispute | null {
  if (isOpen(dispute) && balance > 0n && balance >= BigInt(dispute.amount)) {
    return { ...dispute, partPaidAt: dispute.partPaidAt ?? at };
  }
  return closeDispute(dispute, 'settled', by, at);
}

/** A request to dispute; amounts are minor units. */
export interface ObjectionRequest {
  readonly reason: string;
  /** What the named lines come to, else the whole balance, when null. */
  readonly amount: bigint | null;
  readonly lineIds: readonly Id<'invoice-line'>[];
}

/** The facts of an invoice that a dispute depends on. */
export interface Disputable {
  readonly currency: Currency;
  readonly balance: bigint;
  readonly dispute: Dispute | null;
}

/** A line of the invoice, with what it comes to in minor units. */
interface DisputableLine {
  readonly id: Id<'invoice-line'>;
  readonly total: bigint;
}

/**
 * What a dispute is about: a part of the balance, at most what the named lines come to.
 * @throws DomainError dispute_already_open, dispute_exceeds_balance, validation_failed
 */
export function objectionTo(
  invoice: Disputable,
  lines: readonly DisputableLine[],
  { reason, amount, lineIds }: ObjectionRequest,
): Objection {
  const { currency, balance, dispute } = invoice;
  if (isOpen(dispute)) {
    throw disputeAlreadyOpen({ amount: formatMinor(BigInt(dispute.amount), currency), currency });
  }
  const most = lineIds.length > 0 ? minOf(balance, totalOf(lines, lineIds)) : balance;
  if (amount !== null && amount > most) {
    const open = formatMinor(most, currency);
    const errors = [{ pointer: '/amount', code: 'max', message: `must be at most ${open}` }];
    const params = { amount: formatMinor(amount, currency), open, currency };
    throw disputeExceedsBalance(params, { errors });
  }
  return { reason, amount: amount ?? most, lineIds };
}

function totalOf(lines: readonly DisputableLine[], lineIds: readonly Id<'invoice-line'>[]): bigint {
  const named = lineIds.map((id, i) => {
    const line = lines.find((each) => each.id === id);
    if (!line) throw invalidField(`/lineIds/${i}`, 'not_found', 'The invoice has no such line.');
    if (lineIds.indexOf(id) !== i) {
      throw invalidField(`/lineIds/${i}`, 'duplicate', 'is named twice');
    }
    return line.total;
  });
  const total = sumOf(named);
  if (total > 0n) return total;
  throw invalidField('/lineIds', 'min', 'must come to more than 0');
}

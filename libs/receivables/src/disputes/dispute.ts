import { formatMinor, minOf, sumOf, type Currency } from '@quittance/money';
import { invalidField, newId, type Actor, type Id, type Instant } from '@quittance/kernel';
import { disputeAlreadyOpen, disputeExceedsBalance } from '../receivables.errors.js';
import {
  disputedLines,
  type AskedLine,
  type DisputableLine,
  type DisputedLine,
} from './disputed-lines.js';

/** What a customer objects to. */
export const DISPUTE_KINDS = [
  'wrong_price',
  'wrong_quantity',
  'not_received',
  'damaged',
  'already_paid',
  'duplicate',
  'other',
] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** How a dispute can end by a person: in whose favour, or simply with an agreement. */
export const RESOLUTIONS = ['resolved', 'accepted', 'partly', 'rejected', 'withdrawn'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** `settled` when money reached the disputed part, `voided` with the invoice. */
export const DISPUTE_OUTCOMES = [...RESOLUTIONS, 'settled', 'voided'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** Nobody has looked at it as yet, somebody does, or how it ended. */
export const DISPUTE_STATUSES = ['open', 'under_review', ...DISPUTE_OUTCOMES] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What the customer objects to, how much of it, who said so, and how it ended. Kept when over. */
export interface Dispute {
  readonly id: Id<'dispute'>;
  /** Minor units of the invoice's currency as decimal text: it is stored as JSON. */
  readonly amount: string;
  /** The lines objected to; none when it is about the whole. */
  readonly lineIds: readonly Id<'invoice-line'>[];
  /** How much of each of them. */
  readonly lines: readonly DisputedLine[];
  /** Null where only words say it. */
  readonly kind: DisputeKind | null;
  readonly reason: string;
  readonly openedAt: Instant;
  readonly openedBy: Actor;
  /** Since when somebody looks at it. */
  readonly reviewedAt: Instant | null;
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
  readonly lines?: readonly DisputedLine[];
  readonly kind?: DisputeKind | null;
}

export function openDispute(objection: Objection, by: Actor, at: Instant): Dispute {
  return {
    id: newId<'dispute'>(),
    amount: objection.amount.toString(),
    lineIds: objection.lineIds,
    lines: objection.lines ?? [],
    kind: objection.kind ?? null,
    reason: objection.reason,
    openedAt: at,
    openedBy: by,
    reviewedAt: null,
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

/** Where a dispute stands. */
export function disputeStatus({
  outcome,
  reviewedAt,
}: Pick<Dispute, 'outcome' | 'reviewedAt'>): DisputeStatus {
  return outcome ?? (reviewedAt === null ? 'open' : 'under_review');
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
  /** In place of `lineIds`, where only a part of a line is objected to. */
  readonly lines?: readonly AskedLine[];
  readonly kind?: DisputeKind | null;
}

/** The facts of an invoice that a dispute depends on. */
export interface Disputable {
  readonly currency: Currency;
  readonly balance: bigint;
  readonly dispute: Dispute | null;
}

/**
 * What a dispute is about: a part of the balance, at most what the named lines come to.
 * @throws DomainError dispute_already_open, dispute_exceeds_balance, validation_failed
 */
export function objectionTo(
  invoice: Disputable,
  lines: readonly DisputableLine[],
  { reason, amount, lineIds, lines: asked, kind = null }: ObjectionRequest,
): Objection {
  refuseSecond(invoice);
  const { currency, balance } = invoice;
  const parts = asked ? disputedLines(lines, asked, currency) : [];
  const named = asked ? parts.map(({ lineId }) => lineId) : lineIds;
  const most =
    named.length === 0
      ? balance
      : minOf(balance, asked ? sumOfParts(parts) : totalOf(lines, lineIds));
  if (amount !== null && amount > most) {
    const open = formatMinor(most, currency);
    const errors = [{ pointer: '/amount', code: 'max', message: `must be at most ${open}` }];
    const params = { amount: formatMinor(amount, currency), open, currency };
    throw disputeExceedsBalance(params, { errors });
  }
  return { reason, amount: amount ?? most, lineIds: named, lines: parts, kind };
}

/**
 * A customer objects to one thing at a time.
 * @throws DomainError dispute_already_open
 */
export function refuseSecond({ currency, dispute }: Disputable): void {
  if (!isOpen(dispute)) return;
  throw disputeAlreadyOpen({ amount: formatMinor(BigInt(dispute.amount), currency), currency });
}

const sumOfParts = (parts: readonly DisputedLine[]): bigint =>
  sumOf(parts.map(({ amount }) => BigInt(amount)));

function totalOf(lines: readonly DisputableLine[], lineIds: readonly Id<'invoice-line'>[]): bigint {
  const named = lineIds.map((id, i) => {
    const line = lines.find((each) => each.id === id);
    if (!line)
      throw invalidField(`/lineIds/${i}`, 'reference_not_found', 'The invoice has no such line.');
    if (lineIds.indexOf(id) !== i) {
      throw invalidField(`/lineIds/${i}`, 'duplicate', 'is named twice');
    }
    return line.total;
  });
  const total = sumOf(named);
  if (total > 0n) return total;
  throw invalidField('/lineIds', 'min', 'must come to more than 0');
}

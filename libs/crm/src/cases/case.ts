import { epochMs, type Instant } from '@quittance/kernel';
import { caseReopenExpired, caseStatusConflict } from '../crm.errors.js';

export const CASE_STATUSES = ['new', 'open', 'waiting', 'resolved', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const CASE_OPERATIONS = ['open', 'wait', 'resolve', 'reopen', 'close'] as const;
export type CaseOperation = (typeof CASE_OPERATIONS)[number];

/** The table of states: what is not in it is refused. */
const MOVES: Readonly<Record<CaseOperation, Partial<Record<CaseStatus, CaseStatus>>>> = {
  open: { new: 'open', waiting: 'open' },
  wait: { new: 'waiting', open: 'waiting' },
  resolve: { new: 'resolved', open: 'resolved', waiting: 'resolved' },
  reopen: { resolved: 'open', closed: 'open' },
  close: { resolved: 'closed' },
};

/** @throws DomainError case_status_conflict */
export function caseStatusAfter(status: CaseStatus, operation: CaseOperation): CaseStatus {
  const to = MOVES[operation][status];
  if (!to) throw caseStatusConflict({ status, operation });
  return to;
}

/** What the customer may do: they need no word of ours to be done with a case. */
const MOVES_OF_CUSTOMER: typeof MOVES = {
  ...MOVES,
  close: { new: 'closed', open: 'closed', waiting: 'closed', resolved: 'closed' },
};

/** So many days a customer may go on with a case that is over; later they open another. */
export const REOPEN_DAYS = 30;
const REOPEN_MS = REOPEN_DAYS * 24 * 3600 * 1000;

/** When it was over, and what time it is. */
export interface CaseEnd {
  readonly resolvedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly now: Instant;
}

/**
 * The same where the customer does it.
 * @throws DomainError case_status_conflict, case_reopen_expired
 */
export function caseStatusAfterCustomer(
  status: CaseStatus,
  operation: 'close' | 'reopen',
  end: CaseEnd,
): CaseStatus {
  const to = MOVES_OF_CUSTOMER[operation][status];
  if (!to) throw caseStatusConflict({ status, operation });
  if (operation === 'reopen') refuseLateReturn(end);
  return to;
}

/** @throws DomainError case_reopen_expired */
function refuseLateReturn({ resolvedAt, closedAt, now }: CaseEnd): void {
  const since = closedAt ?? resolvedAt;
  if (since === null || epochMs(now) - epochMs(since) <= REOPEN_MS) return;
  throw caseReopenExpired({ days: REOPEN_DAYS });
}

/**
 * Whether the customer may still say something: nobody would look at a closed case, and the word
 * about a resolved one brings it back.
 * @throws DomainError case_status_conflict, case_reopen_expired
 */
export function refuseLateWord(status: CaseStatus, end: CaseEnd): void {
  if (status === 'closed') throw caseStatusConflict({ status, operation: 'comment on' });
  if (status === 'resolved') refuseLateReturn(end);
}

/** How content a customer is, of which the most is 5. */
export const MOST_RATING = 5;

/**
 * A case is rated once, when it is over.
 * @throws DomainError case_status_conflict
 */
export function refuseRating(status: CaseStatus, rating: number | null): void {
  if (rating !== null) throw caseStatusConflict({ status: 'rated', operation: 'rate' });
  if (status !== 'resolved' && status !== 'closed') {
    throw caseStatusConflict({ status, operation: 'rate' });
  }
}

export const COMMENT_VISIBILITIES = ['public', 'internal'] as const;
export type CommentVisibility = (typeof COMMENT_VISIBILITIES)[number];

/**
 * The status after something is said: our public word takes up a new case, the customer's word ends
 * the waiting for it and brings a resolved case back.
 */
export function caseStatusAfterComment(
  status: CaseStatus,
  { byCustomer, visibility }: { byCustomer: boolean; visibility: CommentVisibility },
): CaseStatus {
  if (visibility === 'internal') return status;
  if (!byCustomer) return status === 'new' ? 'open' : status;
  return status === 'waiting' || status === 'resolved' ? 'open' : status;
}

import { caseStatusConflict } from '../crm.errors.js';

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

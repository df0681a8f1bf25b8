import type { Instant } from '@quittance/kernel';
import { approvalDecided, approvalExpired } from '../portal.errors.js';

export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/**
 * What is waited with: an order, the acceptance of a quote, the order of an accepted one,
 * another plan of a subscription, or that it goes on behind an end that was set.
 */
export const APPROVAL_SUBJECTS = [
  'order',
  'quote',
  'quote_order',
  'plan_change',
  'resumption',
] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

/** A request lasts so long, and reminds of itself after these hours. */
export const APPROVAL_TIMES = {
  expiresAfterDays: 14,
  remindAfterHours: 24,
  escalateAfterHours: 48,
} as const;

interface State {
  readonly status: ApprovalStatus;
  readonly expiresAt: Instant;
}

/**
 * Only what is pending and in time is decided or taken back; what is over by its time is, whether
 * the clock has written that or not. Pure.
 * @throws DomainError approval_decided, approval_expired
 */
export function refuseUndecidable({ status, expiresAt }: State, now: Instant): void {
  if (status === 'expired' || (status === 'pending' && expiresAt <= now)) {
    throw approvalExpired({ expiresAt });
  }
  if (status !== 'pending') throw approvalDecided({ status });
}

/** The status as it is at an instant. */
export function approvalStatusAt({ status, expiresAt }: State, now: Instant): ApprovalStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

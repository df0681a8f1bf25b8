import type { LocalDate } from '@quittance/calendar';
import type { LimitCharge } from '../../limits/limit-ledger.js';
import type { Approval } from '../approval.js';
import { chargeOf, type Commitment } from '../commitments.js';

/** What a request draws on the limit of who completes it. */
export function chargeOfApproval(approval: Approval): LimitCharge {
  return chargeOf({ ...approval, subject: committedSubject(approval) }, approval.id);
}

/** @param from the day from which what is changed of a subscription holds, once that is known */
export function committedSubject(
  approval: Approval,
  from: LocalDate | null = null,
): Commitment['subject'] {
  const { subject, orderId, quoteId, subscriptionId, expiresAt, asked } = approval;
  if (subject === 'order' && orderId) return { kind: 'order', orderId, quoteId };
  if (subject === 'quote' && quoteId) {
    return { kind: 'quote', quoteId, asked: asked ?? {}, before: expiresAt };
  }
  if (subject === 'quote_order' && quoteId) return { kind: 'quote_order', quoteId };
  if (subject === 'plan_change' && subscriptionId) {
    return { kind: 'plan_change', subscriptionId, asked: asked ?? {}, from };
  }
  if (subject === 'resumption' && subscriptionId) {
    return { kind: 'resumption', subscriptionId, from };
  }
  throw new Error(`A request is about no ${subject}`);
}

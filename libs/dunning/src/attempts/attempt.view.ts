import type { Attempt } from './attempt.entity.js';

/** An attempt as the API shows it. */
export function attemptView(attempt: Attempt) {
  return {
    id: attempt.id,
    invoiceId: attempt.invoiceId,
    ladder: attempt.ladder,
    step: attempt.step,
    daysAfterDue: attempt.daysAfterDue,
    action: attempt.action,
    result: attempt.result,
    reason: attempt.reason,
    tries: attempt.tries,
    retryAskedAt: attempt.retryAskedAt,
    paymentLink: attempt.paymentLink,
    emailId: attempt.emailId,
    asOf: attempt.asOf,
    madeOn: attempt.madeOn,
    runId: attempt.runId,
    attemptedAt: attempt.attemptedAt,
    createdAt: attempt.createdAt,
  };
}

export type AttemptView = ReturnType<typeof attemptView>;

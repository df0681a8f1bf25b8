import type { Id, Instant } from '@quittance/kernel';
import type { AttemptEntity } from './attempt.entity.js';

export type AttemptId = Id<'dunning-attempt'>;
export type DunningRunId = Id<'dunning-run'>;

/**
 * `sent` a letter is on its way · `done` · `skipped` there was nothing to do · `failed` to be tried
 * again by the next run · `running` a payment link is just being made.
 */
export const ATTEMPT_RESULTS = ['running', 'sent', 'done', 'failed', 'skipped'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** After the first try; then a person has to look. */
export const MOST_RETRIES = 3;

/** One try of a step, with the word of a person that it may be tried again. */
export type Attempt = Omit<AttemptEntity, 'companyId'> & { readonly retryAskedAt: Instant | null };

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

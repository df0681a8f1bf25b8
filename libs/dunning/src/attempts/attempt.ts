import type { Id } from '@quittance/kernel';

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

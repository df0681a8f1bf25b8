import { OF_DOCUMENT } from '@quittance/receivables';
import { date, datetime, integer, lookup, picklist, text } from '@quittance/fields';
import {
  choicesOf,
  describeNoun,
  headOf,
  hidden,
  system,
  type HeadRowOf,
  type RowOf,
} from '@quittance/nouns';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { DUNNING_ACTIONS } from '../schedule/dunning-schedule.js';

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

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** One try of one step of one invoice: never written over. */
export const attemptNoun = describeNoun({
  name: 'dunning-attempt',
  label: 'Dunning attempt',
  pluralLabel: 'Dunning attempts',
  path: '/dunning/attempts',
  table: 'dunning.attempt',
  alias: 'a',
  defaultSort: '-attemptedAt',
  reach: { resource: 'dunning', ways: [OF_DOCUMENT.invoice], beside: ['invoices'] },
  members: {
    id: system(lookup<AttemptId>('Id', null), unlisted),
    invoiceId: system(lookup<InvoiceId>('Invoice', 'invoice')),
    ladder: system(
      integer('Ladder', { help: 'Which of the company’s ladders the step is of; 0 is not known.' }),
    ),
    step: system(integer('Step')),
    daysAfterDue: system(integer('Days after due'), unlisted),
    action: system(picklist('Action', choicesOf(DUNNING_ACTIONS))),
    result: system(picklist('Result', choicesOf(ATTEMPT_RESULTS))),
    reason: system(
      text('Reason', {
        maxLength: 100,
        searched: true,
        help: 'A code: why it failed, was skipped, or asked for no fee.',
      }),
      nullable,
    ),
    // From 1 again when a person has asked for one.
    tries: system(
      integer('Tries', { help: 'Counts the tries of the step; each is an entry of its own.' }),
    ),
    retryAskedAt: system(
      datetime('Retry asked at', { help: 'When a person let a failed step be tried again.' }),
      { ...nullable, ...unlisted, sql: 't.asked_at' },
    ),
    paymentLink: system(text('Payment link', { maxLength: 2048 }), { ...nullable, ...unlisted }),
    emailId: system(lookup<Id<'email'>>('E-mail', null, { help: 'The letter, in `/emails`.' }), {
      ...nullable,
      ...unlisted,
    }),
    asOf: system(date('As of', { help: 'The day the run looked from.' })),
    madeOn: system(date('Made on', { help: 'The company’s day on which it was done.' })),
    runId: system(lookup<DunningRunId>('Run', null)),
    /** A process is carrying it out; after that it is taken for dead. */
    leasedUntil: hidden(datetime('Leased until'), nullable),
    attemptedAt: system(datetime('Attempted at')),
    createdAt: system(datetime('Created at')),
  },
});

/** One try of a step, with the word of a person that it may be tried again. */
export interface DunningAttempt extends RowOf<typeof attemptNoun.members> {
  readonly retryAskedAt: Instant | null;
}

type Shown = HeadRowOf<typeof attemptNoun.members> & Pick<DunningAttempt, 'retryAskedAt'>;

const view = headOf(attemptNoun, { retryAskedAt: ({ retryAskedAt }: Shown) => retryAskedAt });

/** An attempt as the API shows it. */
export const attemptView = (attempt: Shown) => view(attempt);

export type AttemptView = ReturnType<typeof attemptView>;

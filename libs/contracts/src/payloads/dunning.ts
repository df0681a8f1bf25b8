import {
  about,
  absent,
  amount,
  currency,
  date,
  id,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  text,
} from '../shape.js';
import { accountId, actor, invoiceId } from './common.js';

/** One try of one step about one invoice. */
export const attempt = object({
  id,
  invoiceId: id,
  ladder: about("Which of the company's ladders the step is of.", integer(1)),
  step: about('Counts from 1.', integer(1)),
  daysAfterDue: integer(3),
  action: oneOf(
    'reminder',
    'payment_retry',
    'warning',
    'suspend_subscription',
    'cancel_subscription',
  ),
  result: about(
    '`failed` is tried again by the next run.',
    oneOf('sent', 'done', 'failed', 'skipped', 'running'),
  ),
  reason: about('Why it failed or was skipped: a stable code.', absent(text('recipient_missing'))),
  tries: about('Counts from 1.', integer(1)),
  retryAskedAt: about('When a person asked for another try.', absent(instant)),
  paymentLink: about('The link that was made to pay by.', absent(text('https://pay.example'))),
  emailId: about('The letter.', nullable(id)),
  asOf: about('The day that the run looked from.', date),
  madeOn: about("The company's day on which it was made.", date),
  runId: id,
  attemptedAt: instant,
  createdAt: instant,
});

/** An invoice or an account that is left alone. */
export const dunningPause = object({
  id,
  kind: about('`promise`: the customer has promised to pay by a day.', oneOf('promise', 'pause')),
  accountId: about('Of a pause of all of an account.', absent(accountId)),
  invoiceId: about('Of a pause of one invoice.', nullable(invoiceId)),
  reason: text('Will pay on Friday'),
  until: about('Its last day, or the day promised; null without an end.', nullable(date)),
  promisedAmount: about('Of a promise.', nullable(amount('60.00'))),
  currency: about('Of a promise.', nullable(currency)),
  outcome: about(
    '`ended` by a person; of a promise `kept`, `broken`, or `voided` with its invoice.',
    absent(oneOf('ended', 'expired', 'kept', 'broken', 'voided')),
  ),
  endedAt: absent(instant),
  createdBy: actor,
  createdAt: instant,
});

export const dunningRun = object({
  id,
  asOf: about('The day that it looked from.', date),
  status: oneOf('completed', 'failed', 'running'),
  invoices: about('Overdue invoices that it looked at.', integer(7)),
  letters: about('Letters that are on their way.', integer(2)),
  sent: about('Invoices about which a letter is on its way.', integer(5)),
  done: integer(0),
  skipped: integer(1),
  failed: integer(0),
  held: about('Invoices about which nothing was done.', integer(1)),
  actor,
  startedAt: instant,
  finishedAt: nullable(instant),
});

import { OF_ACCOUNT } from '@quittance/crm';
import { OF_DOCUMENT } from '@quittance/receivables';
import { date, datetime, json, lookup, picklist, text } from '@quittance/fields';
import {
  amount,
  currencyCode,
  describeNoun,
  hidden,
  system,
  headOf,
  type RowOf,
} from '@quittance/nouns';
import type { AccountId, Actor, Id, InvoiceId } from '@quittance/kernel';

export type PauseId = Id<'dunning-pause'>;

/** `pause` by staff · `promise` the customer has promised to pay an amount by a day. */
const KINDS = { pause: 'Pause', promise: 'Promise to pay' } as const;
export type PauseKind = keyof typeof KINDS;

/**
 * `ended` by a person · `expired` its last day has passed · of a promise `kept`, `broken`, or
 * `voided`: with its invoice, which nobody has to pay any more.
 */
const OUTCOMES = {
  ended: 'Ended',
  expired: 'Expired',
  kept: 'Kept',
  broken: 'Broken',
  voided: 'Voided',
} as const;
export type PauseOutcome = keyof typeof OUTCOMES;

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** An invoice, or all of an account, that is left alone for a while. */
export const pauseNoun = describeNoun({
  name: 'dunning-pause',
  label: 'Dunning pause',
  pluralLabel: 'Dunning pauses',
  path: '/dunning/pauses',
  table: 'dunning.pause',
  alias: 'p',
  defaultSort: '-createdAt',
  reach: { resource: 'dunning', ways: [OF_DOCUMENT.invoice, OF_ACCOUNT], beside: ['invoices'] },
  members: {
    id: system(lookup<PauseId>('Id', null), unlisted),
    kind: system(picklist('Kind', KINDS)),
    accountId: system(lookup<AccountId>('Account', 'account'), nullable),
    invoiceId: system(lookup<InvoiceId>('Invoice', 'invoice'), nullable),
    reason: system(text('Reason', { searched: true, maxLength: 500 }), unlisted),
    // The last day of the pause, for a promise the day promised; null when it has no end.
    until: system(date('Until'), nullable),
    // Minor units, of a promise.
    promisedAmount: system(amount('Promised amount'), { ...unlisted, ...nullable }),
    // The balance when the promise was given.
    balanceThen: hidden(amount('Balance then'), nullable),
    currency: system(currencyCode(), { ...unlisted, ...nullable }),
    outcome: system(picklist('Outcome', OUTCOMES, { help: 'Null while it holds.' }), nullable),
    endedAt: system(datetime('Ended at'), nullable),
    createdBy: system(json<Actor>('Created by')),
    createdAt: system(datetime('Created at')),
  },
});

export type Pause = RowOf<typeof pauseNoun.members>;

/** A pause as the API shows it: money as decimal text. */
export const pauseView = headOf(pauseNoun, {});
export type PauseView = ReturnType<typeof pauseView>;

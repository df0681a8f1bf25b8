import { currency, date, datetime, json, lookup, picklist, text } from '@quittance/fields';
import { describeRow, kept, system, viewOf, type RowOf } from '@quittance/rows';
import type { Currency } from '@quittance/money';
import type { AccountId, Actor, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

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
const unlisted = { filterable: false } as const;

/** An invoice, or all of an account, that is left alone for a while. */
export const pauseRow = describeRow({
  name: 'dunning-pause',
  label: 'Dunning pause',
  pluralLabel: 'Dunning pauses',
  path: '/dunning/pauses',
  table: 'dunning.pause',
  defaultSort: '-createdAt',
  fields: {
    id: system<PauseId>(lookup('Id', null, unlisted)),
    kind: system<PauseKind>(picklist('Kind', KINDS)),
    accountId: system<AccountId | null>(lookup('Account', 'account'), nullable),
    invoiceId: system<InvoiceId | null>(lookup('Invoice', 'invoice'), nullable),
    reason: system<string>(text('Reason', { ...unlisted, searched: true, maxLength: 500 })),
    // The last day of the pause, for a promise the day promised; null when it has no end.
    until: system<LocalDate | null>(date('Until'), nullable),
    // Minor units, of a promise.
    promisedAmount: system<bigint | null>(
      currency('Promised amount', { ...unlisted, currencyField: 'currency' }),
      nullable,
    ),
    // The balance when the promise was given.
    balanceThen: kept<bigint | null>(currency('Balance then', { currencyField: 'currency' })),
    currency: system<Currency | null>(
      picklist('Currency', { master: 'currency' }, unlisted),
      nullable,
    ),
    outcome: system<PauseOutcome | null>(
      picklist('Outcome', OUTCOMES, { help: 'Null while it holds.' }),
      nullable,
    ),
    endedAt: system<Instant | null>(datetime('Ended at'), nullable),
    createdBy: system<Actor>(json('Created by')),
    createdAt: system<Instant>(datetime('Created at')),
  },
});

export type Pause = RowOf<typeof pauseRow>;

/** A pause as the API shows it: money as decimal text. */
export type PauseView = Omit<Pause, 'promisedAmount' | 'balanceThen'> & {
  readonly promisedAmount: string | null;
};
export const pauseView = viewOf<Pause, PauseView>(pauseRow);

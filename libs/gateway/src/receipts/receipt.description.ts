import { OF_DOCUMENT } from '@quittance/receivables';
import { datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  hidden,
  system,
  words,
  type RowOf,
} from '@quittance/nouns';
import { DISPUTE_STAGES } from '../disputes/provider-dispute.js';

/** `unreadable` names neither an amount nor what it was about · `dispute` is at the provider. */
const KINDS = {
  capture: 'Capture',
  refund: 'Refund',
  unreadable: 'Unreadable',
  dispute: 'Dispute',
} as const;

/** The person, or what else, that has sorted a receipt out. */
interface Resolver {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const untold = { ...nullable, ...unlisted } as const;

/** A verified webhook about money that could not be booked: nothing is invisible. */
export const receiptNoun = describeNoun({
  name: 'unapplied-receipt',
  label: 'Unapplied receipt',
  pluralLabel: 'Unapplied receipts',
  path: '/payments/unapplied-receipts',
  table: 'gateway.unapplied_receipt',
  alias: 'r',
  defaultSort: '-createdAt',
  reach: { resource: 'payments', ways: [OF_DOCUMENT.invoice, OF_DOCUMENT.payment] },
  members: {
    id: system(lookup('Id', null), unlisted),
    version: system(integer('Version'), unlisted),
    status: system(picklist('Status', choicesOf(['open', 'resolved']))),
    kind: system(picklist('Kind', KINDS)),
    reason: system(text('Reason', { maxLength: 255, help: 'Why it could not be applied.' })),
    whatToDo: system(
      text('What to do', {
        maxLength: 1000,
        help: 'What a person does about it, in plain sentences.',
      }),
      { derived: true },
    ),
    provider: system(text('Provider', { maxLength: 255 })),
    // The provider's payment, refund or dispute, or the body's hash when it names none.
    providerObjectId: hidden(text('Object at the provider')),
    providerPaymentId: system(
      text('Payment at the provider', { searched: true, maxLength: 255 }),
      nullable,
    ),
    // Null when unreadable.
    amount: system(amount('Amount'), nullable),
    currency: system(currencyCode(), nullable),
    invoiceId: system(
      lookup('Invoice', 'invoice', {
        help: 'The invoice it claims to be for; it need not exist.',
      }),
      nullable,
    ),
    paymentId: system(
      lookup('Payment', 'payment', { help: 'The disputed payment, where it is in the books.' }),
      nullable,
    ),
    lost: system(
      amount('Lost', {
        help: 'What a dispute has taken off its payment in the books; null while it never has.',
      }),
      nullable,
    ),
    stages: system(
      words('Stages of the dispute', DISPUTE_STAGES, {
        maxItems: DISPUTE_STAGES.length,
        help:
          'What was told of a dispute so far: one receipt is kept for each and brought up to ' +
          'date. It is resolved when the dispute is won.',
      }),
    ),
    evidenceDueBy: system(
      datetime('Evidence due by', { help: 'Until when the provider takes evidence.' }),
      nullable,
    ),
    providerReason: system(
      text('Reason of the provider', {
        maxLength: 255,
        help: 'The provider’s word for why it is disputed.',
      }),
      untold,
    ),
    providerReference: system(
      text('Reference of the provider', {
        searched: true,
        maxLength: 255,
        help: 'The provider’s payment, refund or dispute it is about.',
      }),
      { sql: 'r.provider_object_id' },
    ),
    eventId: system(text('Event', { searched: true, maxLength: 255 }), untold),
    // The provider's name of the event.
    type: system(text('Type', { maxLength: 255 }), unlisted),
    bodyHash: system(
      text('Hash of the body', { maxLength: 64, help: 'SHA-256 of the body.' }),
      unlisted,
    ),
    note: system(text('Note', { searched: true, maxLength: 1000 }), untold),
    resolvedAt: system(datetime('Resolved at'), untold),
    resolvedBy: system(json<Resolver>('Resolved by'), nullable),
    createdAt: system(datetime('Created at')),
    updatedAt: system(datetime('Updated at'), unlisted),
  },
});

export type Receipt = RowOf<typeof receiptNoun.members>;

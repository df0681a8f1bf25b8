import { OF_DOCUMENT } from '@quittance/receivables';
import { datetime, integer, lookup, picklist, text } from '@quittance/fields';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  hidden,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { PaymentId } from '@quittance/receivables';

/**
 * `requested`: stored, and nobody knows yet whether the provider took it. `pending`: the provider
 * is returning the money. `confirmed`: it has, and the refund is in the books.
 */
const STATUSES = ['requested', 'pending', 'confirmed', 'failed'] as const;
export type RefundRequestStatus = (typeof STATUSES)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** A refund that a provider was asked to make; its id is the idempotency key. */
export const refundRequestNoun = describeNoun({
  name: 'refund-request',
  label: 'Refund request',
  pluralLabel: 'Refund requests',
  path: '/payments/refund-requests',
  table: 'gateway.refund_request',
  alias: 'r',
  defaultSort: '-createdAt',
  reach: { resource: 'payments', ways: [OF_DOCUMENT.payment] },
  members: {
    id: system(lookup('Id', null), unlisted),
    version: system(integer('Version'), unlisted),
    paymentId: system(lookup<PaymentId>('Payment', 'payment')),
    provider: system(text('Provider', { maxLength: 255 })),
    providerPaymentId: system(text('Payment at the provider', { searched: true, maxLength: 255 })),
    providerRefundId: system(
      text('Refund at the provider', { searched: true, maxLength: 255 }),
      nullable,
    ),
    status: system(
      picklist('Status', choicesOf(STATUSES), {
        help:
          '`requested`: the provider has still to say whether it took it. `pending`: it is ' +
          'returning the money. `confirmed`: the refund is in the books.',
      }),
    ),
    amount: system(amount('Amount')),
    wireAmount: hidden(amount('Amount on the wire')),
    currency: system(currencyCode()),
    reason: system(text('Reason', { searched: true, maxLength: 1000 }), unlisted),
    // Who asked for it under which key, so that the same request begins nothing more.
    askedAs: hidden(text('Asked as'), nullable),
    lastError: system(text('Error', { maxLength: 300 }), { ...nullable, ...unlisted }),
    sweeps: hidden(integer('Sweeps')),
    nextSweepAt: hidden(datetime('Next sweep at'), nullable),
    createdAt: system(datetime('Created at')),
    updatedAt: system(datetime('Updated at'), unlisted),
  },
});

export type RefundRequest = RowOf<typeof refundRequestNoun.members>;

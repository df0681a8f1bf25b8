import { OF_DOCUMENT } from '@quittance/receivables';
import { boolean, datetime, integer, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Instant, InvoiceId } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  items,
  hidden,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { PaymentId } from '@quittance/receivables';
import { CHECKOUT_STATUSES } from './checkout-status.js';

/** A payment that failed at the provider; nothing was moved. */
export interface FailedPayment {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly code: string | null;
  readonly description: string | null;
  readonly failedAt: Instant;
}

/** What an attempt asks for an invoice, in major units. */
export interface Allocation {
  readonly invoiceId: InvoiceId;
  readonly amount: string;
}

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** One attempt to collect an invoice, or several at once, online. Amounts are minor units, but `wireAmount`. */
export const checkoutNoun = describeNoun({
  name: 'checkout',
  label: 'Checkout',
  pluralLabel: 'Checkouts',
  path: '/payments/checkouts',
  table: 'gateway.checkout',
  alias: 'c',
  defaultSort: '-createdAt',
  reach: { resource: 'payments', ways: [OF_DOCUMENT.invoice] },
  members: {
    id: system(lookup('Id', null), unlisted),
    version: hidden(integer('Version')),
    invoiceId: system(
      lookup<InvoiceId>('Invoice', 'invoice', { help: 'Of several the one that is due first.' }),
    ),
    // Whom it asks for the money; null of those from before it was kept.
    accountId: hidden(lookup<AccountId>('Account', 'account'), nullable),
    invoiceCount: hidden(integer('Invoices')),
    allocations: system(items<Allocation>('What it asks for each', { maxItems: 100 }), {
      derived: true,
    }),
    attempt: system(integer('Attempt', { help: 'Counts the attempts of the invoice.' }), unlisted),
    provider: system(text('Provider', { maxLength: 255 })),
    accountKey: hidden(text('Account at the provider')),
    status: system(
      picklist('Status', choicesOf(CHECKOUT_STATUSES), {
        help:
          '`creating`: the provider has still to say whether it made the link. `processing`: the ' +
          'payer has acted, the money is still on its way. `closing`: the provider has still to ' +
          'be told that the link must not be paid, or to say what becomes of money that was on ' +
          'its way by then.',
      }),
    ),
    // What is collected: the invoice's balance when the attempt was made, or the part asked for.
    balance: hidden(amount('Balance')),
    // What the payer is asked for: just that, or a little more where the provider cannot take it.
    amount: system(amount('Amount')),
    wireAmount: hidden(amount('Amount on the wire')),
    roundingAdjustment: system(amount('Rounding adjustment'), { derived: true }),
    currency: system(currencyCode()),
    reference: system(
      text('Reference', { searched: true, maxLength: 40, help: 'Ours, at the provider.' }),
    ),
    callbackUrl: hidden(text('Where the payer goes back to'), nullable),
    linkId: hidden(text('Link'), nullable),
    providerLinkId: system(text('Link at the provider', { searched: true, maxLength: 255 }), {
      ...nullable,
      sql: 'c.link_id',
    }),
    orderId: hidden(text('Order at the provider'), nullable),
    paymentUrl: system(text('Payment page', { maxLength: 2048, help: 'While it can be paid.' }), {
      ...nullable,
      ...unlisted,
    }),
    // Ours, where the provider's links are too short-lived for a letter.
    lastingUrl: hidden(text('Link for letters'), nullable),
    closeRequested: hidden(boolean('To be closed')),
    paymentId: system(lookup<PaymentId>('Payment', 'payment'), nullable),
    lastError: system(text('Error', { maxLength: 300 }), { ...nullable, ...unlisted }),
    failedPayments: system(items<FailedPayment>('Failed payments', { maxItems: 1000 }), {
      derived: true,
    }),
    sweeps: hidden(integer('Sweeps')),
    nextSweepAt: hidden(datetime('Next sweep at'), nullable),
    // Until then some process is at the provider for it.
    busyUntil: hidden(datetime('Busy until'), nullable),
    // Of one that is `closing`: its payer was faster.
    moneyUnderWayAt: hidden(datetime('Money under way since'), nullable),
    expiresAt: system(datetime('Expires at')),
    createdAt: system(datetime('Created at')),
    updatedAt: system(datetime('Updated at'), unlisted),
  },
});

export type Checkout = RowOf<typeof checkoutNoun.members>;

import { boolean, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  hidden,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import { TAX_OF } from '../tax-reach.js';
import type { StoredDocument } from './stored-document.js';
import { TAX_OPERATIONS, TAX_TRANSACTION_STATES } from './tax-transaction-state.js';

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const notYet = { ...nullable, ...unlisted } as const;

/** What is recorded of the tax of one invoice or credit note. Amounts are minor units. */
export const taxTransactionNoun = describeNoun({
  name: 'tax-transaction',
  label: 'Tax transaction',
  pluralLabel: 'Tax transactions',
  path: '/tax/transactions',
  table: 'tax.transaction',
  alias: 't',
  defaultSort: '-createdAt',
  reach: TAX_OF.invoice,
  members: {
    ...versioned<Id<'tax-transaction'>>(),
    invoiceId: system(lookup<InvoiceId>('Invoice', 'invoice')),
    invoiceNumber: system(text('Number of the invoice', { searched: true, maxLength: 100 })),
    // Null for the tax of the invoice itself.
    creditNoteId: system(
      lookup<CreditNoteId>('Credit note', null, {
        help: 'Of the credit note whose tax is given back.',
      }),
      nullable,
    ),
    creditNoteNumber: system(
      text('Number of the credit note', { searched: true, maxLength: 100 }),
      nullable,
    ),
    provider: system(
      text('Provider', { maxLength: 50, help: '`built_in` or the external engine.' }),
      { example: 'avatax' },
    ),
    operation: system(
      picklist('Operation', choicesOf(TAX_OPERATIONS), { help: 'What was asked for last.' }),
    ),
    state: system(
      picklist('State', choicesOf(TAX_TRANSACTION_STATES), {
        help: '`pending`: the provider has still to do it. `failed`: nobody asks it any more.',
      }),
    ),
    invoiceVoid: hidden(boolean('Invoice is void')),
    fallback: system(
      boolean('Fallback', { help: 'Some line was not taxed by the engine that should have.' }),
    ),
    currency: system(currencyCode()),
    net: system(amount('Net'), unlisted),
    tax: system(amount('Tax')),
    total: system(amount('Total')),
    // What the provider is told; null for the built-in engine.
    document: hidden(json<StoredDocument>('Document'), nullable),
    providerReference: system(
      text('Reference of the provider', { searched: true, maxLength: 255 }),
      notYet,
    ),
    error: system(
      text('Error', {
        column: 'last_error',
        searched: true,
        maxLength: 300,
        help: 'Why it has not worked so far.',
      }),
      notYet,
    ),
    attempts: system(integer('Attempts', { help: 'How often the provider was asked.' }), unlisted),
    sweeps: hidden(integer('Sweeps')),
    nextAttemptAt: system(datetime('Next attempt at', { column: 'next_sweep_at' }), notYet),
    // Until then some process is at the provider for it.
    busyUntil: hidden(datetime('Busy until'), nullable),
    committedAt: system(datetime('Committed at'), notYet),
    voidedAt: system(datetime('Voided at'), notYet),
    ...stamped(),
  },
});

export type TaxTransaction = RowOf<typeof taxTransactionNoun.members>;

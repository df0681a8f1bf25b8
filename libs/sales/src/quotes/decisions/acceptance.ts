import { datetime, lookup, picklist, text, textarea, boolean } from '@quittance/fields';
import type { Id, UserId } from '@quittance/kernel';
import {
  choicesOf,
  describeNoun,
  headOf,
  hidden,
  items,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { QuoteId } from '../quote.description.js';
import type { Selection } from './selections.js';

export const ACCEPTANCE_METHODS = ['link', 'portal', 'staff'] as const;

const nullable = { nullable: true } as const;
const PRINTED = { printed: true } as const;

/** Who agreed to a quote, when, to what, and the receipt of it; written once. */
export const acceptanceNoun = describeNoun({
  name: 'quote-acceptance',
  label: 'Acceptance of a quote',
  pluralLabel: 'Acceptances of quotes',
  path: '/quotes/{id}/acceptance',
  table: 'sales.quote_acceptance',
  alias: 'a',
  defaultSort: '-at',
  members: {
    quoteId: hidden(lookup<QuoteId>('Quote', 'quote')),
    id: system(lookup<Id<'quote-acceptance'>>('Id', null)),
    at: system(datetime('Accepted at')),
    method: system(picklist('Method', choicesOf(ACCEPTANCE_METHODS))),
    name: system(text('Name', { maxLength: 200 }), PRINTED),
    email: system(text('E-mail', { maxLength: 320 }), nullable),
    title: system(text('Title', { maxLength: 200 }), { ...nullable, ...PRINTED }),
    poNumber: system(text('PO number', { maxLength: 100 }), { ...nullable, ...PRINTED }),
    signature: system(
      textarea('Signature', {
        maxLength: 300_000,
        help: 'The name typed as a signature, or a PNG as a data URL.',
      }),
      { ...nullable, ...PRINTED },
    ),
    ip: system(text('Address', { maxLength: 64 }), nullable),
    userAgent: system(text('User agent', { maxLength: 500 }), nullable),
    staffUserId: system(
      lookup<UserId>('Taken down by', 'user', {
        help: 'Empty where an API key took it down; the audit log names the key.',
      }),
      nullable,
    ),
    portalUserId: system(
      lookup<Id<'portal-user'>>('Accepted by', null, { help: 'Of the portal; else empty.' }),
      nullable,
    ),
    evidence: system(text('Evidence', { maxLength: 2000 }), nullable),
    selections: system(items<Selection>('Selections', { maxItems: 500 })),
    contentHash: system(text('Content hash', { maxLength: 64 })),
    coversDocument: system(
      boolean('Covered by credit', {
        help: 'False where what was chosen is above what the credit check of the quote was for.',
      }),
    ),
    receipt: system(
      textarea('Receipt', { maxLength: 4_000_000, help: 'Canonical JSON (RFC 8785).' }),
    ),
    receiptHash: system(
      text('Receipt hash', { maxLength: 64, help: 'SHA-256 of the receipt, in hex.' }),
      PRINTED,
    ),
  },
});

export type Acceptance = RowOf<typeof acceptanceNoun.members>;

/** An acceptance as staff are shown it. */
export const acceptanceView = headOf(acceptanceNoun, {});
export type AcceptanceView = ReturnType<typeof acceptanceView>;

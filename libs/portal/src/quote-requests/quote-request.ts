import { OF_ACCOUNT } from '@quittance/crm';
import {
  boolean,
  date,
  datetime,
  integer,
  json,
  lookup,
  picklist,
  text,
  textarea,
  type FieldValues,
} from '@quittance/fields';
import type { AccountId, Actor, Id, UserId } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  hidden,
  nounList,
  optional,
  system,
  words,
  type RowOf,
} from '@quittance/nouns';
import type { PortalUserId } from '../actors/portal-actor.js';
import { REVIEW_REASONS } from './request-review.js';
import { REQUEST_STATUSES } from './request-status.js';

export type QuoteRequestId = Id<'quote-request'>;

/** Where it was raised: an app, a browser, or a program. */
export const REQUEST_ORIGINS = ['mobile', 'web', 'api'] as const;
export type QuoteRequestOrigin = (typeof REQUEST_ORIGINS)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const NOTE = { maxLength: 5000 } as const;
const REASON = { maxLength: 2000 } as const;

/** What a customer, or a partner for an end customer, asks a quote for. */
export const quoteRequestNoun = describeNoun({
  name: 'quote-request',
  label: 'Self-service quote',
  pluralLabel: 'Self-service quotes',
  path: '/self-service-quotes',
  table: 'portal.quote_request',
  alias: 'r',
  defaultSort: '-createdAt',
  reach: { resource: 'self-service-quotes', ways: [OF_ACCOUNT], beside: ['accounts'] },
  members: {
    id: system(lookup<QuoteRequestId>('Id', null), { csv: true }),
    version: system(integer('Version'), unlisted),
    status: system(picklist('Status', choicesOf(REQUEST_STATUSES)), { csv: true }),
    accountId: system(
      lookup<AccountId>('Account', 'account', {
        help: 'Null of what a partner asks for an end customer who is none yet.',
      }),
      { ...nullable, csv: true },
    ),
    portalUserId: system(lookup<PortalUserId>('Portal user', null), { csv: true }),
    portalUserName: system(text('Name of the portal user', { maxLength: 200, searched: true }), {
      csv: true,
    }),
    contactId: system(lookup<Id<'contact'>>('Contact', 'contact'), nullable),
    partnerId: system(lookup<Id<'ledger-account'>>('Partner', 'partner'), nullable),
    registrationId: system(lookup<Id<'deal-registration'>>('Deal registration', null), nullable),
    contractId: system(
      lookup<Id<'contract'>>('Contract', 'contract', { help: 'That is to be renewed.' }),
      nullable,
    ),
    caseId: system(lookup<Id<'case'>>('Case', 'case'), nullable),
    origin: system(picklist('Origin', choicesOf(REQUEST_ORIGINS)), { csv: true }),
    title: optional(text('Title', { maxLength: 200, searched: true }), { csv: true }),
    notes: optional(textarea('Notes', NOTE), unlisted),
    specialInstructions: optional(textarea('Special instructions', NOTE), unlisted),
    preferredDeliveryDate: optional(date('Preferred delivery'), { csv: true }),
    currency: system(currencyCode(), { ...nullable, csv: true }),
    estimatedTotal: system(
      amount('Estimated total', { help: 'Net, at the prices of the account when it came in.' }),
      { ...nullable, csv: true },
    ),
    needsInternalReview: system(boolean('Needs internal review'), { csv: true }),
    reviewReasons: system(
      words('Reasons of the review', REVIEW_REASONS, { maxItems: REVIEW_REASONS.length }),
      unlisted,
    ),
    reviewNotes: optional(textarea('Notes of the reviewer', NOTE), unlisted),
    assigneeId: system(lookup<UserId>('Assigned to', 'user'), { ...nullable, csv: true }),
    published: system(
      boolean('Published', { help: 'Staff have noted that the customer submitted it.' }),
      { csv: true },
    ),
    publishedAt: system(datetime('Published at'), nullable),
    publishedBy: system(json<Actor>('Published by'), { ...unlisted, ...nullable }),
    submittedAt: system(datetime('Submitted at'), { ...nullable, csv: true }),
    quoteId: system(lookup<Id<'quote'>>('Quote', 'quote'), { ...nullable, csv: true }),
    sentQuoteId: system(
      lookup<Id<'quote'>>('Sent quote', 'quote', { help: 'Null before the quote was sent.' }),
      { ...nullable, sql: 'case when r.ready_at is not null then r.quote_id end' },
    ),
    /** All revisions of the quote bear it. */
    quoteNumber: hidden(text('Number of the quote', { maxLength: 64 }), nullable),
    readyAt: system(datetime('Ready at'), nullable),
    orderId: system(lookup<Id<'sales-order'>>('Order', 'sales-order'), { ...nullable, csv: true }),
    converted: system(boolean('Converted', { help: 'There is an order of it.' }), { csv: true }),
    convertedAt: system(datetime('Converted at'), nullable),
    abandoned: system(
      boolean('Abandoned', {
        help: 'A draft that nobody touched for 14 days, or a quote that nobody answered in time.',
      }),
      { csv: true },
    ),
    abandonedAt: system(datetime('Abandoned at'), nullable),
    custom: hidden(json<FieldValues>('Custom fields of the quote'), unlisted),
    reason: system(text('Reason', { ...REASON, help: 'Why it was declined.' }), {
      ...unlisted,
      ...nullable,
    }),
    closedAt: system(datetime('Closed at', { help: 'Withdrawn or declined.' }), nullable),
    createdAt: system(datetime('Created at'), { csv: true }),
    updatedAt: system(datetime('Updated at')),
  },
});

export type QuoteRequest = RowOf<typeof quoteRequestNoun.members>;

const shown = headOf(quoteRequestNoun, {
  sentQuoteId: ({ readyAt, quoteId }: Pick<QuoteRequest, 'readyAt' | 'quoteId'>) =>
    readyAt === null ? null : quoteId,
});
export type QuoteRequestHead = ReturnType<typeof shown>;

export function quoteRequestHead(request: QuoteRequest): QuoteRequestHead {
  return shown(request);
}

/** What lists of them are filtered, sorted and searched by. */
export const quoteRequestList = nounList(quoteRequestNoun, quoteRequestHead);

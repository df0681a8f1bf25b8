import { TAX_ROUNDINGS, type PostalAddress } from '@quittance/company';
import {
  boolean,
  date,
  datetime,
  integer,
  json,
  lookup,
  number,
  picklist,
  text,
  textarea,
} from '@quittance/fields';
import type { AccountId, Id, UserId } from '@quittance/kernel';
import {
  documentAdjustments,
  documentReferenceMembers,
  type BillTo,
  type DocumentAdjustment,
} from '@quittance/lines';
import type { PriceBookId } from '@quittance/catalog';
import {
  amount,
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  hidden,
  ids,
  items,
  optional,
  preset,
  required,
  serial,
  system,
  type HeadRowOf,
  type RowOf,
} from '@quittance/nouns';
import type { DocumentDiscount } from '../pricing/quoted-line.js';
import { TIERS_ACROSS } from '../pricing/resolve-price.js';
import type { ApprovalFinding, ApprovalRule } from './approval/approval-rules.js';
import type { Deposit } from './deposit.js';
import type { RequestedChanges } from './decisions/requested-changes.js';
import { LANGUAGES } from './languages.js';
import { QUOTE_CONVERSIONS, QUOTE_STATUSES } from './quote.js';
import type { QuoteFigures } from './quote-figures.js';

export type QuoteId = Id<'quote'>;

const FIELD = { catalogued: true } as const;
const UNLISTED = { listed: false } as const;
const COPIED = { ...FIELD, copied: true } as const;
const TEXT = { ...FIELD, ...UNLISTED, copied: true } as const;
const PRINTED = { ...TEXT, advice: 'The template’s, else the company’s of its quotes.' } as const;
const MONEY = { ...FIELD, csv: true } as const;
const WORDS = { maxLength: 20_000 } as const;

const { buyerReference, deliveryDate, deliveryAddress } = documentReferenceMembers;

/** By what the customer knows it, and where it goes: for the order and its invoices as well. */
const referenceMembers = {
  poNumber: optional(text('PO number', { maxLength: 100, searched: true }), {
    ...FIELD,
    csv: true,
    advice: 'By which the customer knows the order.',
  }),
  buyerReference,
  deliveryDate,
  deliveryAddress,
};

/** The members of a quote in the order in which it is answered. Amounts are minor units. */
export const quoteMembers = {
  id: system(lookup<QuoteId>('Id', null), { csv: true }),
  version: system(integer('Version'), UNLISTED),
  number: system(text('Number', { maxLength: 64, searched: true }), {
    ...FIELD,
    example: 'Q-000042',
    once: true,
    csv: true,
  }),
  numberPeriod: hidden(text('Period of the number'), { once: true }),
  numberSeq: serial(),
  revision: system(integer('Revision', { help: 'From 1; revisions share the number.' }), {
    ...FIELD,
    once: true,
    csv: true,
  }),
  supersededById: system(lookup<QuoteId>('Newer revision', 'quote'), { nullable: true }),
  status: system(picklist('Status', choicesOf(QUOTE_STATUSES)), { ...FIELD, csv: true }),
  accountId: required(lookup<AccountId>('Account', 'account', { onDelete: 'restrict' }), {
    ...COPIED,
    csv: true,
  }),
  billToName: hidden(text('Name of the buyer', { searched: true }), {
    sql: `q.bill_to->>'name'`,
    nullable: true,
    listed: true,
  }),
  contactId: optional(lookup<Id<'contact'>>('Contact', 'contact', { onDelete: 'restrict' }), {
    ...COPIED,
    advice: 'The primary one of the account.',
  }),
  dealId: optional(lookup<Id<'deal'>>('Deal', 'deal', { onDelete: 'restrict' }), COPIED),
  partnerId: optional(
    lookup<Id<'ledger-account'>>('Partner', 'partner', { onDelete: 'restrict' }),
    COPIED,
  ),
  currency: completed(currencyCode(), {
    ...COPIED,
    advice: 'The ledger account’s, else the company’s.',
    csv: true,
  }),
  priceBookId: optional(
    lookup<PriceBookId>('Price book', 'price-book', { onDelete: 'restrict' }),
    COPIED,
  ),
  pricingDate: completed(
    date('Pricing date', { help: 'By whose prices lines are priced; fixed once submitted.' }),
    { ...FIELD, advice: 'Today, in the company’s time zone.' },
  ),
  tiersAcross: preset(
    'line',
    picklist('Tiers across', choicesOf(TIERS_ACROSS), {
      help: 'Whether the quantity of a tier is that of the line, or of all lines of the product.',
    }),
    { copied: true },
  ),
  language: optional(picklist('Language', LANGUAGES), {
    ...TEXT,
    advice: 'Of the printed quote: the account’s, else the company’s.',
  }),
  pricesIncludeTax: completed(boolean('Prices include tax'), {
    ...TEXT,
    advice: 'As the company has it for its quotes: false, unless told.',
  }),
  taxRounding: system(picklist('Rounding of tax', choicesOf(TAX_ROUNDINGS)), UNLISTED),
  paymentTerms: optional(text('Payment terms', { maxLength: 500 }), {
    ...TEXT,
    advice: 'The ledger account’s, else the company’s of its quotes.',
  }),
  creditDays: optional(integer('Credit days', { min: '0', max: '999' }), {
    ...TEXT,
    advice: 'The ledger account’s, else the company’s of its quotes.',
  }),
  billTo: system(json<BillTo>('Bill to', { help: 'Read anew until it is submitted.' }), FIELD),
  shipTo: system(json<PostalAddress>('Ship to'), FIELD),
  ...referenceMembers,
  issueDate: completed(date('Issue date'), {
    ...FIELD,
    advice: 'Today, in the company’s time zone.',
    csv: true,
  }),
  validUntil: completed(date('Valid until', { help: 'Until the end of that day.' }), {
    ...FIELD,
    advice: 'As many days from today as the company lets quotes be valid, 30 unless told.',
    csv: true,
  }),
  startOn: optional(
    date('Start', { help: 'Of what recurs; null: the day the order is confirmed.' }),
    COPIED,
  ),
  termMonths: optional(
    integer('Term in months', { min: '1', max: '120', help: 'Null: until somebody ends it.' }),
    COPIED,
  ),
  autoRenew: preset(
    false,
    boolean('Renews by itself', { help: 'The contract of what recurs, when its term is over.' }),
    { copied: true },
  ),
  noticeDays: preset(30, integer('Days of notice', { min: '0', max: '730' }), { copied: true }),
  upliftPercent: preset(
    '0',
    number('Uplift', {
      scale: 6,
      min: '0',
      max: '100',
      help: 'By how many percent prices rise at each renewal.',
    }),
    { copied: true },
  ),
  autoConvert: completed(
    picklist('Becomes an order', choicesOf(QUOTE_CONVERSIONS), {
      help: 'By hand, by itself once it is accepted, or once the deposit it asks for is paid.',
    }),
    { copied: true, advice: 'As the company has it for its quotes: by hand, unless told.' },
  ),
  title: optional(text('Title', { ...WORDS, searched: true }), { ...COPIED, csv: true }),
  introduction: optional(textarea('Introduction', WORDS), PRINTED),
  terms: optional(textarea('Terms', WORDS), PRINTED),
  notes: optional(textarea('Notes', { ...WORDS, help: 'Printed.' }), {
    ...PRINTED,
    advice: `Printed. ${PRINTED.advice}`,
  }),
  internalNotes: optional(textarea('Internal notes', { ...WORDS, help: 'Never printed.' }), TEXT),
  discount: optional(
    json<DocumentDiscount>('Discount', {
      help:
        'On the whole quote, a percentage or an amount; of lines that recur it lowers the first ' +
        'period alone, unless it is `recurring`.',
    }),
    { copied: true },
  ),
  adjustments: optional(
    items<DocumentAdjustment>('Allowances and charges', {
      maxItems: documentAdjustments.most,
      help:
        'What is taken off the whole of what is sold once, or put on it. Each makes a line of ' +
        'its own, of the kind `adjustment`, behind those of what is sold.',
    }),
    { ...UNLISTED, copied: true },
  ),
  deposit: optional(
    json<Deposit>('Deposit', {
      help: 'A percentage of the total with tax, or an amount; of a smaller total all of it.',
    }),
    { copied: true },
  ),
  templateId: optional(lookup<Id<'quote-template'>>('Template', null), {
    ...UNLISTED,
    once: true,
    advice: 'What is not said is copied from it.',
  }),
  signatureRequired: preset(false, boolean('Signature required'), TEXT),
  subtotal: system(amount('Subtotal'), MONEY),
  taxTotal: system(amount('Tax'), MONEY),
  total: system(
    amount('Total', { help: 'What is sold once, and one period of what recurs.' }),
    MONEY,
  ),
  mrr: system(amount('MRR', { help: 'Net of a month, of the first day that is paid for.' }), MONEY),
  acv: system(amount('ACV', { help: 'Net of what recurs, by the year of the term.' }), MONEY),
  tcv: system(amount('TCV', { help: 'Net of all of the term; null where something has no end.' }), {
    ...MONEY,
    nullable: true,
  }),
  figures: system(json<QuoteFigures>('Figures', { help: 'What it comes to, each with tax.' })),
  approval: system(
    items<ApprovalFinding>('Approval', {
      maxItems: 30_000,
      help:
        'The rules that ask for approval, and of which lines, of the worst that may be chosen; ' +
        'nothing of margins.',
    }),
    { nullable: true },
  ),
  orderId: system(lookup<Id<'sales-order'>>('Order', 'sales-order'), {
    ...FIELD,
    nullable: true,
  }),
  creditCheckId: system(lookup<Id<'credit-check'>>('Credit check', null), { nullable: true }),
  /** The canonical JSON of what is offered, as it was when it was submitted. */
  content: hidden(text('Content'), { nullable: true }),
  contentHash: system(
    text('Content hash', {
      maxLength: 64,
      help: 'SHA-256 of the canonical JSON of what is offered; null while it changes.',
    }),
    { ...UNLISTED, nullable: true },
  ),
  /** The person behind whoever wrote it: of a key who has made it, as with the next two. */
  writtenBy: hidden(lookup<UserId>('Written by', null), { nullable: true }),
  /** All who have said what it comes to, of what it was made of, too: they approve none of it. */
  /** Of a host of the version before, which kept the last of them. */
  pricedBy: hidden(lookup<UserId>('Last priced by', null), { nullable: true }),
  pricers: hidden(ids<UserId>('Priced by', { maxItems: 10_000 })),
  submittedBy: hidden(lookup<UserId>('Submitted by', null), { nullable: true }),
  /** The rules that asked nothing of it; null where a person approves it. */
  passedRules: hidden(json<readonly ApprovalRule[]>('Rules that it passed'), { nullable: true }),
  submittedAt: system(datetime('Submitted at'), { nullable: true }),
  approvedAt: system(datetime('Approved at'), { nullable: true }),
  sentAt: system(datetime('Sent at'), { ...FIELD, nullable: true, csv: true }),
  viewedAt: system(datetime('Viewed at'), { ...FIELD, nullable: true }),
  decidedAt: system(datetime('Decided at', { help: 'Accepted, rejected, or sent back.' }), {
    ...FIELD,
    nullable: true,
  }),
  closedAt: system(datetime('Closed at', { help: 'Cancelled, or expired.' }), { nullable: true }),
  lossReason: system(
    text('Reason of the loss', { maxLength: 2000, help: 'Why it was rejected or cancelled.' }),
    { ...UNLISTED, nullable: true },
  ),
  returnNote: system(
    text('Note of the return', {
      maxLength: 2000,
      help: 'What was to be done when approval sent it back.',
    }),
    { ...UNLISTED, nullable: true },
  ),
  requestedChanges: system(json<RequestedChanges>('Requested changes'), { nullable: true }),
  externalReference: system(
    text('External reference', {
      maxLength: 200,
      help: 'Its number where it was imported from.',
    }),
    { ...FIELD, nullable: true, once: true, searchedUnsaid: true },
  ),
  ownerId: completed(lookup<UserId>('Owner', 'user'), {
    advice: 'The caller.',
    nullable: true,
    csv: true,
  }),
  createdAt: system(datetime('Created at'), { once: true, csv: true }),
  createdBy: system(lookup<UserId>('Created by', 'user'), { once: true, nullable: true }),
  updatedAt: system(datetime('Updated at')),
  updatedBy: system(lookup<UserId>('Updated by', 'user'), { nullable: true }),
};

/** What of `sales.quote` reads, writes, lists and documents it. */
export const quoteNoun = describeNoun({
  name: 'quote',
  label: 'Quote',
  pluralLabel: 'Quotes',
  path: '/quotes',
  table: 'sales.quote',
  alias: 'q',
  defaultSort: '-issueDate',
  reach: { resource: 'quotes', ways: [[]] },
  members: quoteMembers,
});

/** A quote as it is read: without its company, which is the transaction's. */
export type Quote = RowOf<typeof quoteMembers>;

/** What an answer needs of it. */
export type QuoteHeadRow = HeadRowOf<typeof quoteMembers>;

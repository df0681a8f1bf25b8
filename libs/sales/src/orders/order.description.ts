import { date, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Id } from '@quittance/kernel';
import type { BillTo } from '@quittance/lines';
import {
  amount,
  choicesOf,
  completed,
  describeNoun,
  hidden,
  optional,
  required,
  serial,
  system,
  type HeadRowOf,
  type RowOf,
} from '@quittance/nouns';
import type { ContractId } from '../contracts/contract.js';
import { quoteMembers, type QuoteId } from '../quotes/quote.description.js';
import type { ShipTo } from './ship-to.js';
import { FULFILMENTS, ORDER_APPROVALS, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from './order.js';

export type OrderId = Id<'sales-order'>;

const FIELD = { catalogued: true } as const;
const UNLISTED = { listed: false } as const;
const COPIED = { ...FIELD, copied: true } as const;
const MONEY = { ...FIELD, csv: true } as const;
const MOMENT = { ...FIELD, nullable: true } as const;

/** The members of an order in the order in which it is answered. Amounts are minor units. */
export const orderMembers = {
  id: system(lookup<OrderId>('Id', null), { csv: true }),
  version: system(integer('Version'), UNLISTED),
  number: system(text('Number', { maxLength: 64, searched: true }), {
    ...FIELD,
    example: 'SO-000042',
    once: true,
    csv: true,
  }),
  numberPeriod: hidden(text('Period of the number'), { once: true }),
  numberSeq: serial(),
  status: system(picklist('Status', choicesOf(ORDER_STATUSES)), { ...FIELD, csv: true }),
  paymentStatus: system(
    picklist('Payment status', choicesOf(ORDER_PAYMENT_STATUSES), {
      help: 'Kept with the money: paid once all is invoiced and nothing of it is open.',
    }),
    { ...FIELD, csv: true },
  ),
  fulfilment: system(picklist('Fulfilment', choicesOf(FULFILMENTS)), { ...FIELD, csv: true }),
  approval: system(
    picklist('Approval of the customer', choicesOf(ORDER_APPROVALS), {
      help: '`waiting`: somebody of the customer has to approve it; empty where nobody had to.',
    }),
    MOMENT,
  ),
  amendment: system(integer('Amendments', { help: 'How often it was amended.' }), FIELD),
  quoteId: system(
    lookup<QuoteId>('Quote', 'quote', { help: 'What it was made of; its lines stay as they are.' }),
    { ...FIELD, once: true, nullable: true },
  ),
  contractId: system(lookup<ContractId>('Contract', 'contract'), { ...FIELD, nullable: true }),
  accountId: required(lookup<AccountId>('Account', 'account', { onDelete: 'restrict' }), {
    ...COPIED,
    csv: true,
  }),
  billToName: hidden(text('Name of the buyer', { searched: true }), {
    sql: `o.bill_to->>'name'`,
    nullable: true,
    listed: true,
  }),
  contactId: quoteMembers.contactId,
  dealId: quoteMembers.dealId,
  partnerId: quoteMembers.partnerId,
  portalUserId: hidden(lookup<Id<'portal-user'>>('Placed by', null), {
    nullable: true,
    once: true,
  }),
  poNumber: quoteMembers.poNumber,
  buyerReference: quoteMembers.buyerReference,
  requestedOn: optional(date('Requested on', { help: 'When the customer wants it.' }), FIELD),
  deliveryDate: quoteMembers.deliveryDate,
  deliveryAddress: quoteMembers.deliveryAddress,
  currency: quoteMembers.currency,
  priceBookId: quoteMembers.priceBookId,
  pricingDate: completed(date('Pricing date', { help: 'By whose prices lines are priced.' }), {
    ...FIELD,
    advice: 'Today, in the company’s time zone.',
  }),
  tiersAcross: quoteMembers.tiersAcross,
  language: quoteMembers.language,
  pricesIncludeTax: quoteMembers.pricesIncludeTax,
  taxRounding: quoteMembers.taxRounding,
  paymentTerms: quoteMembers.paymentTerms,
  creditDays: quoteMembers.creditDays,
  billTo: system(json<BillTo>('Bill to', { help: 'Read anew until it is confirmed.' }), FIELD),
  shipTo: system(json<ShipTo>('Ship to'), FIELD),
  issueDate: completed(date('Order date'), {
    ...FIELD,
    advice: 'Today, in the company’s time zone.',
    csv: true,
  }),
  startOn: quoteMembers.startOn,
  termMonths: quoteMembers.termMonths,
  autoRenew: quoteMembers.autoRenew,
  noticeDays: quoteMembers.noticeDays,
  upliftPercent: quoteMembers.upliftPercent,
  title: quoteMembers.title,
  introduction: quoteMembers.introduction,
  terms: quoteMembers.terms,
  notes: quoteMembers.notes,
  internalNotes: quoteMembers.internalNotes,
  discount: quoteMembers.discount,
  adjustments: quoteMembers.adjustments,
  subtotal: system(amount('Subtotal'), MONEY),
  taxTotal: system(amount('Tax'), MONEY),
  total: system(
    amount('Total', { help: 'What was ordered once, and one period of what recurs.' }),
    MONEY,
  ),
  value: system(
    amount('Value', { help: 'Of the total what was not cancelled: by it credit is counted.' }),
    MONEY,
  ),
  invoicedTotal: system(
    amount('Invoiced', { help: 'Of the value what was invoiced, with tax.' }),
    MONEY,
  ),
  taxDifference: system(
    amount('Tax of another day', {
      help:
        'What invoices ask more in tax than was agreed, or less, since other rates hold on their ' +
        'day than held on that of the order; 0 where the same do.',
    }),
    { ...MONEY, sign: 'any' },
  ),
  mrr: quoteMembers.mrr,
  acv: quoteMembers.acv,
  tcv: quoteMembers.tcv,
  figures: quoteMembers.figures,
  creditCheckId: quoteMembers.creditCheckId,
  carrier: system(text('Carrier', { maxLength: 100, help: 'Of the last shipment.' }), MOMENT),
  trackingNumber: system(text('Tracking number', { maxLength: 100, searched: true }), MOMENT),
  shippedOn: system(date('Shipped on', { help: 'The last time.' }), MOMENT),
  placedAt: system(datetime('Placed at'), MOMENT),
  confirmedAt: system(datetime('Confirmed at'), { ...MOMENT, csv: true }),
  deliveredAt: system(datetime('Delivered at'), MOMENT),
  closedAt: system(datetime('Closed at', { help: 'Closed, or cancelled.' }), MOMENT),
  reason: system(
    text('Reason', { maxLength: 2000, help: 'Why it was cancelled, or closed as it is.' }),
    { ...UNLISTED, nullable: true },
  ),
  externalReference: quoteMembers.externalReference,
  ownerId: quoteMembers.ownerId,
  createdAt: quoteMembers.createdAt,
  createdBy: quoteMembers.createdBy,
  updatedAt: quoteMembers.updatedAt,
  updatedBy: quoteMembers.updatedBy,
};

/** What of `sales.sales_order` reads, writes, lists and documents it. */
export const orderNoun = describeNoun({
  name: 'sales-order',
  label: 'Sales order',
  pluralLabel: 'Sales orders',
  path: '/sales-orders',
  table: 'sales.sales_order',
  alias: 'o',
  defaultSort: '-issueDate',
  reach: { resource: 'sales-orders', ways: [[]] },
  members: orderMembers,
});

/** An order as it is read: without its company, which is the transaction's. */
export type Order = RowOf<typeof orderMembers>;

/** What an answer needs of it. */
export type OrderHeadRow = HeadRowOf<typeof orderMembers>;

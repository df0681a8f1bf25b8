import {
  about,
  absent,
  amount,
  currency,
  date,
  id,
  integer,
  nullable,
  oneOf,
  openObject,
  text,
} from '../shape.js';
import { accountId, version } from './common.js';

/** What is said of usage that has reached a percent of what is watched. */
export const usageReached = openObject({
  subscriptionId: id,
  charge: about('The key of the charge in its plan.', text('calls')),
  meterId: id,
  start: about('The first day that counts.', date),
  end: about('The last one.', date),
  percent: integer(80),
  of: oneOf('included', 'amount'),
  reached: about('Units, or what the charge comes to.', text('800')),
  whole: about('What the percent is of.', text('1000')),
  currency,
});

/** What is said of usage that was rated after its period was billed. */
export const lateRatedUsage = openObject({
  subscriptionId: id,
  start: about('The first day of the period that it belongs to.', date),
  end: about('The last one.', date),
  amount: about('Below nothing where usage was taken back.', amount('2.00')),
  currency,
  invoiceId: about('That asks for it; null where it comes back otherwise.', nullable(id)),
});

/** What is said of a quote: identity, links, dates and money, and custom fields that were written. */
export const quote = openObject({
  id,
  version,
  number: text('Q-000042'),
  revision: about('From 1; the revisions of a quote share its number.', integer(1)),
  status: oneOf(
    'draft',
    'submitted',
    'approved',
    'sent',
    'viewed',
    'accepted',
    'rejected',
    'changes_requested',
    'expired',
    'ordered',
    'cancelled',
  ),
  accountId: about('The customer.', accountId),
  dealId: about('The deal it is about.', absent(id)),
  currency,
  issueDate: date,
  validUntil: date,
  total: about('With tax: what is sold once, and one period of what recurs.', amount('119.00')),
  mrr: about('Net of a month.', amount('0.00')),
});

/** What is said of a sales order: identity, links, dates and money. */
export const salesOrder = openObject({
  id,
  version,
  number: text('SO-000042'),
  status: oneOf(
    'draft',
    'pending',
    'pending_approval',
    'confirmed',
    'in_production',
    'shipped',
    'delivered',
    'closed',
    'cancelled',
  ),
  paymentStatus: oneOf('unpaid', 'partially_paid', 'paid'),
  fulfilment: oneOf('none', 'partial', 'full'),
  accountId: about('The customer.', accountId),
  quoteId: about('The quote it was made of.', absent(id)),
  currency,
  issueDate: date,
  total: about('With tax: what was ordered once, and one period of what recurs.', amount('119.00')),
  value: about('Of that what was not cancelled.', amount('119.00')),
  invoicedTotal: about('Of the value what was invoiced.', amount('0.00')),
});

import {
  about,
  absent,
  amount,
  currency,
  date,
  decimal,
  flag,
  id,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../shape.js';
import { accountId, actor, links, changeTimes, version } from './common.js';

const scheduleStatus = oneOf('active', 'draft', 'paused', 'cancelled', 'completed');

const discount = object({
  percent: optional(decimal('10')),
  amount: optional(amount('5.00')),
});

const supplyPlace = object({
  country: text('DE'),
  region: absent(text('BY')),
  postalCode: absent(text('80331')),
});

const line = object({
  id,
  position: about('Begins with 0.', integer(0)),
  productId: nullable(id),
  description: text('Coffee beans, 1 kg'),
  quantity: decimal('4'),
  unitPrice: about('Null of a share of the total.', nullable(decimal('25.00'))),
  discount: about('Either a percentage or an amount.', absent(discount)),
  taxCode: nullable(text('STANDARD')),
  taxRate: about('Percent; null where the rates of the day are taken.', absent(decimal('23'))),
  placeOf: about('Of what is supplied where something is or happens.', absent(supplyPlace)),
  trigger: oneOf('date', 'milestone', 'percentage', 'manual'),
  triggerDate: absent(date),
  milestone: absent(text('Delivery')),
  reachedAt: about('When the milestone was reached.', absent(instant)),
  percent: about('The share of the total that each period bills.', absent(decimal('50'))),
  releasedAt: absent(instant),
  billedInvoiceId: about('Of a line that is billed once.', absent(id)),
});

export const schedule = object({
  id,
  version,
  status: scheduleStatus,
  accountId: about('The customer.', accountId),
  quoteId: about('The quote it comes from.', absent(id)),
  ...links,
  source: about(
    'What it bills: its lines, or the items of its subscription.',
    oneOf('lines', 'subscription'),
  ),
  frequency: oneOf(
    'monthly',
    'one_time',
    'weekly',
    'fortnightly',
    'quarterly',
    'half_yearly',
    'annually',
  ),
  startDate: date,
  endDate: about('Null where it has no end.', absent(date)),
  anchorDate: about(
    'Where the first whole period begins; null where it does with the schedule.',
    absent(date),
  ),
  prorate: about('Whether a period that ends before its time costs its days alone.', flag),
  nextBillingDate: about('Null once it is over.', nullable(date)),
  billedThrough: absent(date),
  currency,
  pricesIncludeTax: flag,
  total: about('What one period comes to without tax.', amount('100.00')),
  ...changeTimes,
  lines: list(line),
});

const billedMembers = {
  id,
  accountId: about('The customer.', accountId),
  status: scheduleStatus,
  nextPeriod: about('The index of the next period; the first is 0.', integer(1)),
  nextBillingDate: date,
};

/** Where a schedule stands after a run. */
export const billedThrough = object(billedMembers);

export const billed = object({
  ...billedMembers,
  invoiceIds: about('The drafts that were made, in the order of their periods.', list(id)),
});

export const billingRun = object({
  id,
  version,
  status: oneOf('completed', 'completed_with_failures', 'failed', 'queued', 'running'),
  asOf: about('Schedules were due up to this day.', date),
  catchUp: about('Whether every due period was billed, or one.', flag),
  scheduleIds: about('Null for all.', absent(list(id))),
  scheduled: about('Schedules that it has been through.', integer(12)),
  invoiced: about('Invoices made.', integer(11)),
  skipped: about('Periods in which there was nothing to bill.', integer(1)),
  failed: about('Schedules that could not be billed.', integer(0)),
  error: about(
    'Why the run as a whole could not go on.',
    absent(object({ code: text('internal_error'), detail: text('The run was given up.') })),
  ),
  startedBy: actor,
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  ...changeTimes,
});

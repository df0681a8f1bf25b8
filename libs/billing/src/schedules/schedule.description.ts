import { OF_ACCOUNT } from '@quittance/crm';
import type { AccountId, Id, ScheduleId } from '@quittance/kernel';
import { boolean, date, datetime, integer, json, lookup, picklist } from '@quittance/fields';
import {
  amount,
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  hidden,
  optional,
  required,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { BillingRunId } from '../run/billing-run-id.js';
import { FREQUENCIES } from '@quittance/calendar';
import type { BillingGap } from '../subscriptions/subscribed-position.js';
import { SCHEDULE_SOURCES, SCHEDULE_STATUSES } from './schedule.js';

/** What was sold; may change as long as the schedule is not over. */
const LINK = { changes: 'always', csv: 'last' } as const;
const CSV = { csv: true } as const;
const UNLISTED = { listed: false } as const;

/** The members of a schedule in the order in which it is answered. The total is in minor units. */
export const scheduleMembers = {
  id: system(lookup<ScheduleId>('Id', null), { ...UNLISTED, csv: true }),
  version: system(integer('Version'), UNLISTED),
  status: system(picklist('Status', choicesOf(SCHEDULE_STATUSES)), CSV),
  accountId: required(lookup<AccountId>('Account', 'account'), CSV),
  quoteId: optional(lookup<Id<'quote'>>('Quote', 'quote'), LINK),
  salesOrderId: optional(lookup<Id<'sales-order'>>('Sales order', 'sales-order'), LINK),
  contractId: optional(lookup<Id<'contract'>>('Contract', 'contract'), LINK),
  subscriptionId: optional(lookup<Id<'subscription'>>('Subscription', null), LINK),
  source: system(
    picklist('Source', choicesOf(SCHEDULE_SOURCES), {
      help: '`subscription`: it follows its subscription and is not changed by hand.',
    }),
    CSV,
  ),
  frequency: required(picklist('Frequency', choicesOf(FREQUENCIES)), CSV),
  startDate: required(date('Start'), CSV),
  endDate: optional(
    date('End', { help: 'Inclusive: a period that starts on it is the last one billed.' }),
    { ...LINK, csv: true },
  ),
  anchorDate: optional(
    date('First whole period', {
      help:
        'The day on which the first whole period begins, and all others are counted from. ' +
        'What is before it is the part of one, and billed by its days.',
    }),
    UNLISTED,
  ),
  prorate: completed(
    boolean('Prorate', { help: 'Where it ends within a period, its days alone are billed of it.' }),
    { changes: 'always', ...UNLISTED },
  ),
  /** The index of the next period on the grid; 0 is the first. */
  nextPeriod: hidden(integer('Next period')),
  nextBillingDate: system(
    date('Next billing date', { help: 'Null when the schedule bills no more.' }),
    {
      shownAs:
        "(case when s.status not in ('cancelled', 'completed') then s.next_billing_date end)",
      csv: true,
    },
  ),
  billedThrough: system(
    date('Billed through', { help: 'The start of the latest period that was billed.' }),
    { nullable: true, csv: true },
  ),
  coveredUntil: hidden(date('Billed until'), { nullable: true }),
  usageUntil: hidden(date('Usage billed until'), { nullable: true }),
  gaps: hidden(json<readonly BillingGap[]>('Days without billing'), { nullable: true }),
  parts: hidden(integer('Invoices beside those of the periods'), { nullable: true }),
  currency: completed(currencyCode(), { ...CSV, advice: 'The account’s, else the company’s.' }),
  pricesIncludeTax: completed(boolean('Prices include tax'), UNLISTED),
  total: completed(
    amount('Total', {
      help: 'What percentage lines bill a share of; the lines of one period unless told.',
    }),
    { ...CSV, clearable: true },
  ),
  /** Whether the total was given; else it is what the lines of one period come to. */
  totalStated: hidden(boolean('Total stated')),
  /** The latest run that was through it, how many periods it took and whether it failed. */
  lastRunId: hidden(lookup<BillingRunId>('Latest run', null), { nullable: true }),
  lastRunPeriods: hidden(integer('Periods of the latest run')),
  lastRunFailed: hidden(boolean('Failed in the latest run')),
  createdAt: system(datetime('Created at'), { once: true, csv: 'last' }),
  updatedAt: system(datetime('Updated at'), { csv: 'last' }),
};

/** What of `billing.schedule` reads, writes, lists and documents it. */
export const scheduleNoun = describeNoun({
  name: 'billing-schedule',
  label: 'Billing schedule',
  pluralLabel: 'Billing schedules',
  path: '/billing-schedules',
  table: 'billing.schedule',
  alias: 's',
  defaultSort: '-createdAt',
  reach: { resource: 'billing-schedules', ways: [OF_ACCOUNT] },
  members: scheduleMembers,
});

/** A schedule as it is read: without its company, which is the transaction's. */
export type StoredSchedule = RowOf<typeof scheduleMembers>;

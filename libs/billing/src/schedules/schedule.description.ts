import type { AccountId, Id, ScheduleId } from '@quittance/kernel';
import {
  amount,
  boolean,
  currencyCode,
  date,
  describeNoun,
  id,
  instant,
  integer,
  typed,
  word,
  type RowOf,
} from '@quittance/nouns';
import type { BillingRunId } from '../run/billing-run-id.js';
import { FREQUENCIES } from './schedule-grid.js';
import { SCHEDULE_STATUSES } from './schedule.js';

/** What a person writes of a schedule, and may change in a draft. */
const WRITTEN = { changes: 'early', listed: true } as const;
/** What was sold; may change as long as the schedule is not over. */
const LINK = {
  sent: 'optional',
  changes: 'always',
  nullable: true,
  listed: true,
  csv: 'last',
} as const;

/** The members of a schedule in the order in which it is answered. The total is in minor units. */
export const scheduleMembers = {
  id: id({ as: typed<ScheduleId>(), csv: true }),
  version: integer({}),
  status: word({ values: SCHEDULE_STATUSES, listed: true, csv: true }),
  accountId: id({ as: typed<AccountId>(), sent: 'required', ...WRITTEN, csv: true }),
  quoteId: id({ as: typed<Id<'quote'>>(), ...LINK }),
  salesOrderId: id({ as: typed<Id<'sales-order'>>(), ...LINK }),
  contractId: id({ as: typed<Id<'contract'>>(), ...LINK }),
  subscriptionId: id({ as: typed<Id<'subscription'>>(), ...LINK }),
  frequency: word({ values: FREQUENCIES, sent: 'required', ...WRITTEN, csv: true }),
  startDate: date({ sent: 'required', ...WRITTEN, csv: true }),
  endDate: date({
    ...LINK,
    csv: true,
    about: 'Inclusive: a period that starts on it is the last one billed.',
  }),
  /** The index of the next period on the grid; 0 is the first. */
  nextPeriod: integer({ hidden: true }),
  nextBillingDate: date({
    shownAs: `(case when s.status not in ('cancelled', 'completed') then s.next_billing_date end)`,
    listed: true,
    csv: true,
    about: 'Null when the schedule bills no more.',
  }),
  billedThrough: date({
    nullable: true,
    listed: true,
    csv: true,
    about: 'The start of the latest period that was billed.',
  }),
  currency: currencyCode({
    sent: 'optional',
    ...WRITTEN,
    csv: true,
    aboutSent: 'The account’s, else the company’s.',
  }),
  pricesIncludeTax: boolean({ sent: 'optional', changes: 'early' }),
  total: amount({
    sent: 'optional',
    clearable: true,
    ...WRITTEN,
    csv: true,
    about: 'What percentage lines bill a share of; the lines of one period unless told.',
  }),
  /** Whether the total was given; else it is what the lines of one period come to. */
  totalStated: boolean({ hidden: true }),
  /** The latest run that was through it, how many periods it took and whether it failed. */
  lastRunId: id({ as: typed<BillingRunId>(), nullable: true, hidden: true }),
  lastRunPeriods: integer({ hidden: true }),
  lastRunFailed: boolean({ hidden: true }),
  createdAt: instant({ once: true, listed: true, csv: 'last' }),
  updatedAt: instant({ listed: true, csv: 'last' }),
};

/** What of `billing.schedule` reads, writes, lists and documents it. */
export const scheduleNoun = describeNoun({
  table: 'billing.schedule',
  alias: 's',
  members: scheduleMembers,
});

/** A schedule as it is read: without its company, which is the transaction's. */
export type StoredSchedule = RowOf<typeof scheduleMembers>;

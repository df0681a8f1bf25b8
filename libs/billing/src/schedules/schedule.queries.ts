import type { ListDefinition } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { FREQUENCIES } from './schedule-grid.js';
import type { ScheduleId } from '@quittance/kernel';
import { SCHEDULE_STATUSES } from './schedule.js';
import {
  linesOfSchedule,
  readSchedule,
  schedules,
  type StoredSchedule,
} from './schedule.repository.js';
import {
  scheduleHead,
  scheduleView,
  type ScheduleHead,
  type ScheduleView,
} from './schedule.view.js';

/** Newest first by `schedule_created_index`. */
export const scheduleList: ListDefinition<StoredSchedule, ScheduleHead> = {
  from: 'billing.schedule s',
  select: schedules.select('s'),
  id: 's.id',
  fields: {
    status: { sql: 's.status', type: 'enum', values: SCHEDULE_STATUSES, notNull: true },
    accountId: { sql: 's.account_id', type: 'id', notNull: true },
    quoteId: { sql: 's.quote_id', type: 'id' },
    salesOrderId: { sql: 's.sales_order_id', type: 'id' },
    contractId: { sql: 's.contract_id', type: 'id' },
    subscriptionId: { sql: 's.subscription_id', type: 'id' },
    frequency: { sql: 's.frequency', type: 'enum', values: FREQUENCIES, notNull: true },
    startDate: { sql: 's.start_date', type: 'date', notNull: true },
    endDate: { sql: 's.end_date', type: 'date' },
    // As it is shown: a schedule that is over bills no more.
    nextBillingDate: {
      sql: `(case when s.status not in ('cancelled', 'completed') then s.next_billing_date end)`,
      type: 'date',
    },
    billedThrough: { sql: 's.billed_through', type: 'date' },
    currency: { sql: 's.currency', type: 'text', notNull: true },
    total: { sql: 's.total', type: 'money', currency: 's.currency', notNull: true },
    createdAt: { sql: 's.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 's.updated_at', type: 'instant', notNull: true },
  },
  search: [],
  defaultSort: '-createdAt',
  columns: [
    'id',
    'status',
    'accountId',
    'frequency',
    'startDate',
    'endDate',
    'nextBillingDate',
    'billedThrough',
    'currency',
    'total',
    'quoteId',
    'salesOrderId',
    'contractId',
    'subscriptionId',
    'createdAt',
    'updatedAt',
  ],
  map: scheduleHead,
};

/** @throws DomainError not_found */
export async function findSchedule(tx: Tx, id: ScheduleId): Promise<ScheduleView> {
  const [schedule, lines] = await Promise.all([readSchedule(tx, id), linesOfSchedule(tx, id)]);
  return scheduleView(schedule, lines);
}

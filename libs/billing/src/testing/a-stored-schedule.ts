import { addAccount } from '@quittance/crm/host';
import type { Tx } from '@quittance/database';
import type { AccountId, ScheduleId } from '@quittance/kernel';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import type { Schedule } from '../schedules/schedule.js';
import { scheduleLines, schedules, type StoredSchedule } from '../schedules/schedule.repository.js';
import { aSchedule, aScheduleLine } from './a-schedule.js';

/** A customer to bill, for tests. */
export async function aBilledAccount(tx: Tx): Promise<AccountId> {
  return (await addAccount(tx, { name: 'Acme Ltd', email: 'ap@acme.example' })).id;
}

/**
 * Writes schedules of one account with their lines: monthly from 31 January 2026, one line each.
 */
export async function storeSchedules(
  tx: Tx,
  accountId: AccountId,
  all: readonly { readonly schedule?: Partial<Schedule>; readonly lines?: ScheduleLine[] }[],
): Promise<ScheduleId[]> {
  const rows = all.map(({ schedule }) => row(tx, aSchedule({ ...schedule, accountId })));
  await schedules.insert(tx, rows);
  await scheduleLines.insert(
    tx,
    all.flatMap(({ lines = [aScheduleLine()] }, i) =>
      lines.map((line, k) => ({
        ...line,
        scheduleId: rows[i]?.id as ScheduleId,
        position: k + 1,
      })),
    ),
  );
  return rows.map(({ id }) => id);
}

function row(tx: Tx, schedule: Schedule): StoredSchedule {
  return {
    ...schedule,
    salesOrderId: null,
    contractId: null,
    subscriptionId: null,
    version: 1,
    quoteId: null,
    totalStated: true,
    lastRunId: null,
    lastRunPeriods: 0,
    lastRunFailed: false,
    createdAt: tx.ctx.now,
    updatedAt: tx.ctx.now,
  };
}

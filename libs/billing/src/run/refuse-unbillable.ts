import { sql, type Tx } from '@quittance/database';
import type { DomainError, ScheduleId } from '@quittance/kernel';
import type { Frequency, LocalDate } from '@quittance/calendar';
import { scheduleAlreadyBilled, scheduleStatusConflict } from '../billing.errors.js';
import type { ScheduleStatus } from '../schedules/schedule.js';
import { SCHEDULES_THAT_WAIT } from '../subscriptions/changes/change-line.sql.js';
import type { BillingRun } from './billing-run.js';
import { addProgress, listFailures } from './store-batch.js';

interface RequestedSchedule {
  readonly id: ScheduleId;
  readonly status: ScheduleStatus;
  readonly frequency: Frequency;
  readonly nextBillingDate: LocalDate;
  readonly billedThrough: LocalDate | null;
}

/**
 * The schedules a run names that do not bill, by primary key. They are marked as failed in it, so
 * that it leaves alone the one that somebody activates while it goes on.
 */
const MARK_REFUSED = sql(`
  update billing.schedule s set last_run_id = $3, last_run_periods = 0, last_run_failed = true
  where s.company_id = $1 and s.id = any($2::uuid[]) and s.status <> 'active'
    and not (s.status = 'completed' and s.id = any($4::uuid[]))
  returning s.id, s.status, s.frequency, s.next_billing_date as "nextBillingDate",
    s.billed_through as "billedThrough"`);

/**
 * Lists the schedules that somebody asked to bill by name and that are in no state to. Of what is
 * through, but of which something waits, that is billed, or given back, behind the run.
 */
export async function refuseUnbillable(tx: Tx, { id, scheduleIds }: BillingRun): Promise<void> {
  if (scheduleIds === null) return;
  const waiting = await SCHEDULES_THAT_WAIT.rows<Pick<RequestedSchedule, 'id'>>(tx, {});
  const refused = await tx.rows<RequestedSchedule>(MARK_REFUSED, [
    tx.ctx.companyId,
    scheduleIds,
    id,
    waiting.map((schedule) => schedule.id),
  ]);
  if (refused.length === 0) return;
  await listFailures(
    tx,
    id,
    refused.map((one) => ({
      scheduleId: one.id,
      error: refusalOf(one),
      periodStart: one.nextBillingDate,
    })),
  );
  const { length } = refused;
  await addProgress(tx, id, { taken: length, invoiced: 0, skipped: 0, failed: length });
}

function refusalOf({ status, frequency, billedThrough }: RequestedSchedule): DomainError {
  if (frequency === 'one_time' && billedThrough !== null) {
    return scheduleAlreadyBilled({ date: billedThrough });
  }
  return scheduleStatusConflict({ status, operation: 'billed' });
}

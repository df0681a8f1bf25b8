import { findBillingAccounts } from '@quittance/crm';
import type { Database } from '@quittance/database';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import type { TaxQuotes } from '@quittance/tax';
import type { BilledSchedule } from '../run/bill-schedules.js';
import type { RunScope } from '../run/billing-run.js';
import type { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import type { CarriedOut } from './carried-out.js';
import { previewDue } from './preview-due.js';
import { previewedSchedule, type PreviewedSchedule } from './preview.view.js';
import { waitingSchedule, withBehind } from './preview-behind.js';

/** What a preview works with; without `pending` what no invoice has room for is not shown. */
export interface PreviewTools {
  readonly db: Database;
  readonly taxes: TaxQuotes;
  readonly pending?: PendingCredits | undefined;
}

/** A row of a preview; `isDue` is false of what is only given back, or billed behind the run. */
export interface PreviewRow {
  readonly shown: PreviewedSchedule;
  readonly isDue: boolean;
}

/**
 * What a run would make, schedule by schedule: those that are due in the order of the run, and
 * behind them those of which something waits. What a run makes of what waits is carried out and
 * undone, so that it is what the run will do; where nothing waits that costs a statement. Beyond
 * what may be carried out, what is due is shown without it, and what is not due not at all.
 */
export async function* previewRows(
  ctx: Ctx,
  { db, taxes, pending }: PreviewTools,
  scope: RunScope,
  carried: CarriedOut,
): AsyncGenerator<PreviewRow, void, undefined> {
  const waiting = new Set(await pending?.waiting(ctx));
  for await (const page of previewDue(ctx, db, taxes, scope)) {
    const behind = await pending?.waitingBehind(ctx, page);
    for (const billed of page) {
      const { id } = billed.schedule;
      const leaves = waiting.delete(id) || behind?.has(id) === true;
      const shown =
        leaves && carried.takes()
          ? await behindBilled(ctx, pending, billed)
          : previewedSchedule(billed);
      yield { shown, isDue: true };
    }
  }
  for (const id of waiting) {
    if (!carried.takes()) continue;
    const shown = await ofWaiting(ctx, { db, taxes, pending }, id);
    if (shown) yield { shown, isDue: false };
  }
}

async function behindBilled(
  ctx: Ctx,
  pending: PendingCredits | undefined,
  billed: BilledSchedule,
): Promise<PreviewedSchedule> {
  const behind = await pending?.shown(ctx, billed.schedule.id, billed);
  const shown = previewedSchedule(billed);
  return behind ? withBehind(shown, behind) : shown;
}

async function ofWaiting(
  ctx: Ctx,
  { db, pending }: PreviewTools,
  id: ScheduleId,
): Promise<PreviewedSchedule | null> {
  const behind = await pending?.shown(ctx, id, null);
  if (!behind) return null;
  const { accountId } = behind.schedule;
  const accounts = await db.read(ctx, (tx) => findBillingAccounts(tx, [accountId]));
  const row = waitingSchedule(behind.schedule, accounts.get(accountId)?.name ?? '');
  const shown = withBehind(row, behind);
  const isNothing = shown.invoices.length + shown.creditNotes.length + shown.drafts.length === 0;
  return isNothing && !shown.waitingFailure ? null : shown;
}

import { arrays, type Tx } from '@quittance/database';
import type { InvoiceId, ScheduleId } from '@quittance/kernel';
import type { BilledSchedule } from '../run/bill-schedules.js';
import type { SubscribedPeriod } from '../schedules/billing-plan.js';
import type { NumberedDraft } from '../run/store-invoices.js';
import { announceLateUsage } from './announce-late-usage.js';
import {
  CORRECT_BILLED_USAGE,
  INSERT_BILLED_ITEMS,
  INSERT_BILLED_USAGE,
  unlessEmpty,
} from './billed.sql.js';
import type { FlatSegment } from './flat-lines.js';
import { askReturnedAgain, bearLines } from './changes/ask-again.js';
import type { ChangeLine } from './changes/change-line.js';
import type { BilledUsage } from './usage-lines.js';
import { INSERT_CHANGE_LINES, RETURN_CHANGE_LINES } from './changes/change-line.sql.js';

interface UsageRow {
  readonly scheduleId: ScheduleId;
  readonly invoiceId: InvoiceId | null;
  readonly usage: BilledUsage;
}

const USAGE_COLUMNS = {
  scheduleId: ({ scheduleId }: UsageRow) => scheduleId,
  itemId: ({ usage }: UsageRow) => usage.itemId,
  startOn: ({ usage }: UsageRow) => usage.startOn,
  untilOn: ({ usage }: UsageRow) => usage.untilOn,
  periodOn: ({ usage }: UsageRow) => usage.periodOn,
  planVersionId: ({ usage }: UsageRow) => usage.planVersionId,
  overrides: ({ usage }: UsageRow) => usage.overrides,
  flat: ({ usage }: UsageRow) => usage.flat,
  minimum: ({ usage }: UsageRow) => usage.minimum,
  usage: ({ usage }: UsageRow) => usage.usage,
  trueUp: ({ usage }: UsageRow) => usage.trueUp,
  revision: ({ usage }: UsageRow) => usage.revision,
  pending: ({ usage }: UsageRow) => usage.pending,
  invoiceId: ({ invoiceId }: UsageRow) => invoiceId,
  ahead: ({ usage }: UsageRow) => unlessEmpty(usage.ahead),
  firstLine: ({ usage }: UsageRow) => usage.firstLine,
  lastLine: ({ usage }: UsageRow) => usage.lastLine,
};

interface PaidRow {
  readonly invoiceId: InvoiceId;
  readonly scheduleId: ScheduleId;
  readonly segment: FlatSegment;
  /** From 1. */
  readonly position: number;
}

const PAID_COLUMNS = {
  scheduleId: ({ scheduleId }: PaidRow) => scheduleId,
  itemId: ({ segment }: PaidRow) => segment.item.itemId,
  startOn: ({ segment }: PaidRow) => segment.start,
  untilOn: ({ segment }: PaidRow) => segment.until,
  fullDays: ({ segment }: PaidRow) => segment.fullDays,
  price: ({ segment }: PaidRow) => segment.price,
  amount: ({ segment }: PaidRow) => segment.amount,
  invoiceId: ({ invoiceId }: PaidRow) => invoiceId,
  changeId: () => null,
  ownChange: () => false,
  linePosition: ({ position }: PaidRow) => position,
};

/** What the usage of a batch came to, and which invoices bill it. */
export async function storeBilledUsage(
  tx: Tx,
  billed: readonly BilledSchedule[],
  drafts: readonly NumberedDraft[],
): Promise<void> {
  const invoiceOf = new Map<SubscribedPeriod | null, InvoiceId>();
  for (const { id, draft } of drafts) invoiceOf.set(draft.subscribed, id);
  const rows: UsageRow[] = [];
  // What was billed before stays billed by that.
  const corrected: (BilledUsage & { readonly scheduleId: ScheduleId })[] = [];
  for (const { schedule, subscribed } of billed) {
    const { id: scheduleId, subscriptionId, currency } = schedule;
    for (const period of subscribed ?? []) {
      const invoiceId = invoiceOf.get(period) ?? null;
      for (const each of period.lateRated) {
        if (subscriptionId === null) continue;
        announceLateUsage(tx, { subscriptionId, currency }, each, invoiceId);
      }
      for (const usage of period.usage) rows.push({ scheduleId, usage, invoiceId });
      for (const usage of period.corrected) corrected.push({ ...usage, scheduleId });
    }
  }
  await Promise.all([
    rows.length > 0 &&
      INSERT_BILLED_USAGE.run(tx, INSERT_BILLED_USAGE.columns(rows, USAGE_COLUMNS)),
    corrected.length > 0 && CORRECT_BILLED_USAGE.run(tx, CORRECT_BILLED_USAGE.columns(corrected)),
  ]);
}

/** For which days the items of a batch are paid, and by which lines. */
export async function storeBilledItems(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const rows: PaidRow[] = [];
  for (const { id: invoiceId, draft } of drafts) {
    const { id: scheduleId } = draft.schedule;
    for (const { segment, line } of draft.subscribed?.segments ?? []) {
      if (line !== null) rows.push({ invoiceId, scheduleId, segment, position: line + 1 });
    }
  }
  if (rows.length === 0) return;
  const columns = INSERT_BILLED_ITEMS.columns(rows, PAID_COLUMNS);
  await INSERT_BILLED_ITEMS.run(tx, { ...columns, id: arrays.newIds(rows.length) });
}

/** The lines of changes that invoices of a batch bear, and those that none has room for. */
export async function storeChanges(
  tx: Tx,
  billed: readonly BilledSchedule[],
  drafts: readonly NumberedDraft[],
): Promise<void> {
  const borne = drafts.flatMap(({ id: invoiceId, draft }) =>
    (draft.subscribed?.changes.borne ?? []).map((line) => {
      return { line, by: { scheduleId: draft.schedule.id, invoiceId } };
    }),
  );
  const added = drafts.flatMap(({ id: invoiceId, draft }) =>
    (draft.subscribed?.changes.added ?? []).map((line) => {
      return { ...line, scheduleId: draft.schedule.id, invoiceId };
    }),
  );
  const returned = billed.flatMap(({ schedule, subscribed }) =>
    (subscribed ?? []).flatMap(({ changes }) =>
      changes.returned.map(({ id }) => ({ scheduleId: schedule.id, id })),
    ),
  );
  await Promise.all([
    addLines(tx, added),
    bearLines(tx, borne),
    returned.length > 0 && RETURN_CHANGE_LINES.run(tx, RETURN_CHANGE_LINES.columns(returned)),
  ]);
}

/** What invoices of a batch give back of usage; what asked for it may have been given up by now. */
async function addLines(
  tx: Tx,
  added: readonly (ChangeLine & { readonly scheduleId: ScheduleId })[],
): Promise<void> {
  if (added.length === 0) return;
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(added));
  await askReturnedAgain(
    tx,
    added.flatMap(({ corrects }) => corrects ?? []),
  );
}

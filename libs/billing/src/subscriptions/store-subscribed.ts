import { arrays, sentAnswers, type Tx } from '@quittance/database';
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
  begunBy: () => null,
  linePosition: ({ position }: PaidRow) => position,
};

/** What the usage of a batch came to, and which invoices bill it. */
export function storeBilledUsage(
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
  const sent: Promise<number>[] = [];
  if (rows.length > 0) {
    sent.push(INSERT_BILLED_USAGE.run(tx, INSERT_BILLED_USAGE.columns(rows, USAGE_COLUMNS)));
  }
  if (corrected.length > 0) {
    sent.push(CORRECT_BILLED_USAGE.run(tx, CORRECT_BILLED_USAGE.columns(corrected)));
  }
  return sentAnswers.together(sent);
}

/** For which days the items of a batch are paid, and by which lines. */
export function storeBilledItems(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const rows: PaidRow[] = [];
  for (const { id: invoiceId, draft } of drafts) {
    const { id: scheduleId } = draft.schedule;
    for (const { segment, line } of draft.subscribed?.segments ?? []) {
      if (line !== null) rows.push({ invoiceId, scheduleId, segment, position: line + 1 });
    }
  }
  if (rows.length === 0) return sentAnswers.together([]);
  const columns = INSERT_BILLED_ITEMS.columns(rows, PAID_COLUMNS);
  const bound = { ...columns, id: arrays.newIds(rows.length) };
  return sentAnswers.together([INSERT_BILLED_ITEMS.run(tx, bound)]);
}

/** The lines of changes that invoices of a batch bear, and those that none has room for. */
export function storeChanges(
  tx: Tx,
  billed: readonly BilledSchedule[],
  drafts: readonly NumberedDraft[],
): Promise<void> {
  const borne: Borne[] = [];
  const added: (ChangeLine & { readonly scheduleId: ScheduleId })[] = [];
  const returned: { readonly scheduleId: ScheduleId; readonly id: ChangeLine['id'] }[] = [];
  for (const { id: invoiceId, draft } of drafts) {
    if (!draft.subscribed) continue;
    const { id: scheduleId } = draft.schedule;
    const { changes } = draft.subscribed;
    for (const line of changes.borne) borne.push({ line, by: { scheduleId, invoiceId } });
    for (const line of changes.added) added.push({ ...line, scheduleId, invoiceId });
  }
  for (const { schedule, subscribed } of billed) {
    for (const { changes } of subscribed ?? []) {
      for (const { id } of changes.returned) returned.push({ scheduleId: schedule.id, id });
    }
  }
  const sent: Promise<unknown>[] = [];
  // What these send behind their answers the commit has to wait for; of most there is nothing.
  if (added.length > 0) sent.push(addLines(tx, added));
  if (borne.length > 0) sent.push(bearLines(tx, borne));
  if (returned.length > 0) {
    sent.push(RETURN_CHANGE_LINES.run(tx, RETURN_CHANGE_LINES.columns(returned)));
  }
  return sentAnswers.together(sent);
}

type Borne = Parameters<typeof bearLines>[1][number];

/** What invoices of a batch give back of usage; what asked for it may have been given up by now. */
async function addLines(
  tx: Tx,
  added: readonly (ChangeLine & { readonly scheduleId: ScheduleId })[],
): Promise<void> {
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(added));
  await askReturnedAgain(
    tx,
    added.flatMap(({ corrects }) => corrects ?? []),
  );
}

import { Injectable } from '@nestjs/common';
import { refuseNewlyDisabled } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { invalidField, type Ctx, type ScheduleId } from '@quittance/kernel';
import { HeldQuotes, refuseUnknownTaxCodes, TaxQuotes } from '@quittance/tax';
import { scheduleNotEditable } from '../billing.errors.js';
import { billableAccount } from '@quittance/receivables';
import { requireBilledLinks } from '@quittance/sales';
import { discountOf, lineProducts } from '@quittance/lines';
import { announceScheduleChange, lockToChange, type LockedSchedule } from './change-schedule.js';
import { scheduleNoun } from './schedule.description.js';
import type { ScheduleDraft, ScheduleLineInput } from './schedule-input.js';
import { checkSchedule, scheduleLineRows, totalOf } from './schedule-rows.js';
import {
  replaceScheduleLines,
  updateSchedule,
  type StoredSchedule,
  type StoredScheduleLine,
} from './schedule.repository.js';
import type { ScheduleView } from './schedule.view.js';

/** What may change of a schedule; absent members stay, null clears, lines replace all lines. */
export type SchedulePatch = Partial<ScheduleDraft>;

/** May change as long as the schedule is neither cancelled nor completed; all else in a draft. */
const ALWAYS: readonly string[] = scheduleNoun.changesAlways;

/** Changes a draft, or the end and the links of a schedule that bills. */
@Injectable()
export class UpdateSchedule {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, schedule_not_editable, validation_failed,
   *   tax_code_unknown, account_not_active, currency_not_enabled
   */
  execute(
    ctx: Ctx,
    id: ScheduleId,
    patch: SchedulePatch,
    expectedVersion: number | null,
  ): Promise<ScheduleView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockToChange(tx, id, expectedVersion);
      refuseUneditable(before.schedule, patch);
      await requireLinks(tx, before.schedule, patch);
      if (patch.lines) {
        refuseUnknownTaxCodes(await this.taxes.load(tx, new HeldQuotes()), patch.lines);
      }
      const after =
        before.schedule.status === 'draft'
          ? await changeDraft(tx, before, patch)
          : await changeTerms(tx, before, patch);
      return announceScheduleChange(tx, 'record.updated', 'schedule.updated', before, after);
    });
  }
}

/** @throws DomainError schedule_not_editable */
function refuseUneditable({ status }: StoredSchedule, patch: SchedulePatch): void {
  if (status === 'draft') return;
  const over = status === 'cancelled' || status === 'completed';
  const fixed = (Object.keys(patch) as (keyof SchedulePatch)[]).filter(
    (key) => patch[key] !== undefined && (over || !ALWAYS.includes(key)),
  );
  if (fixed.length > 0) throw scheduleNotEditable({ status, what: fixed.join(', ') });
}

/** Who moves a schedule to another account moves what it bills along. */
async function requireLinks(tx: Tx, schedule: StoredSchedule, patch: SchedulePatch): Promise<void> {
  const after = { ...schedule, ...given(patch as Partial<StoredSchedule>) };
  await requireBilledLinks(tx, after.accountId, patch.accountId ? after : patch);
}

async function changeDraft(
  tx: Tx,
  { schedule, lines }: LockedSchedule,
  patch: SchedulePatch,
): Promise<LockedSchedule> {
  const { lines: newLines, total: stated, ...members } = patch;
  const [, , products] = await Promise.all([
    patch.accountId ? billableAccount(tx, patch.accountId) : null,
    refuseNewlyDisabled(tx, [{ before: schedule.currency, after: patch.currency }]),
    lineProducts.read(
      tx,
      (newLines ?? []).map(({ productId = null }) => ({ productId })),
    ),
  ]);
  const merged = { ...schedule, ...given(members) };
  const written = newLines ?? lines.map((line) => asWritten(line, schedule.currency));
  const kept = schedule.totalStated ? formatMinor(schedule.total, schedule.currency) : null;
  const sum = totalOf(stated === undefined ? kept : stated, written, merged.currency);
  checkSchedule(merged, written, sum.total);
  const start = { nextPeriod: 0, nextBillingDate: merged.startDate };
  const after = await updateSchedule(tx, schedule, { ...given(members), ...sum, ...start });
  const sameLines = newLines === undefined && merged.currency === schedule.currency;
  if (sameLines) return { schedule: after, lines };
  const rows = scheduleLineRows(schedule.id, written, merged.currency, products).map((row, i) =>
    newLines === undefined ? { ...row, ...keptMarks(lines[i]) } : row,
  );
  await replaceScheduleLines(tx, schedule.id, rows);
  return { schedule: after, lines: rows };
}

async function changeTerms(
  tx: Tx,
  { schedule, lines }: LockedSchedule,
  patch: SchedulePatch,
): Promise<LockedSchedule> {
  const members = given(patch as Partial<StoredSchedule>);
  const { endDate, billedThrough, startDate } = { ...schedule, ...members };
  const earliest = billedThrough ?? startDate;
  if (endDate !== null && endDate < earliest) {
    const why = billedThrough === null ? 'on which it starts' : 'which is billed';
    throw invalidField('/endDate', 'min', `must not be before ${earliest}, ${why}`);
  }
  return { schedule: await updateSchedule(tx, schedule, members), lines };
}

/** The members that were sent. */
function given<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** A stored line as somebody would write it. */
function asWritten(line: StoredScheduleLine, currency: string): ScheduleLineInput {
  return { ...line, discount: discountOf(line, currency) };
}

/** What a line keeps when only the currency of its draft changes. */
function keptMarks(line: StoredScheduleLine | undefined): Partial<StoredScheduleLine> {
  return line ? { id: line.id, reachedAt: line.reachedAt, releasedAt: line.releasedAt } : {};
}

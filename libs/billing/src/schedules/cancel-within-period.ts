import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import {
  invalidField,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
  type ScheduleId,
} from '@quittance/kernel';
import { formatMinor, sumOf, type Currency } from '@quittance/money';
import { DocumentsWithin } from '@quittance/receivables';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { isOfDays } from './billing-plan.js';
import { announceScheduleChange, lockToChange, type LockedSchedule } from './change-schedule.js';
import { cancel } from './schedule.js';
import { updateSchedule } from './schedule.repository.js';
import { scheduleView, type ScheduleView } from './schedule.view.js';
import { INSERT_UNUSED_LINES } from './unused-lines.sql.js';
import { unusedWithin, type UnusedDays, type UnusedWithin } from './unused-days.js';

export interface CancelWithinInput {
  /** The first day that is not served; today unless told. */
  readonly on?: LocalDate;
  /** Tells what would come back and changes nothing. */
  readonly preview?: boolean;
}

/** A line of an invoice that comes back for its unused days. Amounts are decimal text. */
export interface UnusedLineView {
  readonly invoiceId: InvoiceId;
  readonly invoiceLineId: UnusedDays['line']['id'];
  /** The note that credits it; null of a draft, changed or cancelled, and of a preview. */
  readonly creditNoteId: CreditNoteId | null;
  readonly description: string;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly days: number;
  readonly ofDays: number;
  readonly asked: string;
  readonly amount: string;
}

/** What cancelling within a period comes to. */
export interface CancelledWithin {
  /** As it is then; of a preview its version is still the one of today. */
  readonly schedule: ScheduleView;
  readonly on: LocalDate;
  readonly currency: Currency;
  /** Whether amounts contain their tax. */
  readonly pricesIncludeTax: boolean;
  readonly lines: UnusedLineView[];
  readonly total: string;
}

type NoteOf = ReadonlyMap<InvoiceId, CreditNoteId>;

/**
 * Ends a schedule for good and gives back what was billed for days from a day on: by a credit note
 * on each invoice that was handed out, applied to it and then on account, and by lines of what is
 * still a draft, which is cancelled where nothing of it is left. What is billed once stays.
 */
@Injectable()
export class CancelWithinPeriod {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly documents: DocumentsWithin,
  ) {}

  /**
   * @throws DomainError not_found, schedule_of_subscription, schedule_status_conflict,
   *   validation_failed, tax_inputs_changing
   */
  execute(ctx: Ctx, id: ScheduleId, input: CancelWithinInput): Promise<CancelledWithin> {
    return this.taxes.write(ctx, (tx, taxes) => this.cancelIn(tx, taxes, id, input));
  }

  private async cancelIn(
    tx: Tx,
    taxes: Taxes,
    id: ScheduleId,
    { on: told, preview = false }: CancelWithinInput,
  ): Promise<CancelledWithin> {
    const before = await lockToChange(tx, id);
    const company = await readCompany(tx);
    const { schedule } = before;
    const status = cancel(schedule);
    const today = companyToday(company, tx.ctx.now);
    const on = told ?? today;
    refuseUnbilled(before, on);
    const billed = await DocumentsWithin.holdBilledLines(tx, id, on);
    const ofDays = new Set(before.lines.filter(isOfDays).map((line) => line.id));
    const lines = billed.lines.filter((line) => ofDays.has(line.scheduleLineId));
    const within = unusedWithin(lines, billed.left, on);
    const { unused } = within;
    const shown = (view: ScheduleView, noteOf: NoteOf): CancelledWithin => ({
      schedule: view,
      on,
      currency: schedule.currency,
      pricesIncludeTax: schedule.pricesIncludeTax,
      lines: unused.map((each) => lineView(each, noteOf, schedule.currency)),
      total: formatMinor(sumOf(unused.map(({ amount }) => amount)), schedule.currency),
    });
    if (preview) return shown(scheduleView({ ...schedule, status }, before.lines), new Map());
    const after = await updateSchedule(tx, schedule, { status });
    const notes = await this.giveBack(tx, taxes, before, within, today);
    const rows = unused.map(({ line, start, days, of, asked, amount }) => ({
      scheduleId: id,
      invoiceLineId: line.id,
      invoiceId: line.invoiceId,
      creditNoteId: notes.get(line.invoiceId) ?? null,
      unusedFrom: start,
      days,
      ofDays: of,
      asked,
      amount,
      createdAt: tx.ctx.now,
    }));
    tx.later(INSERT_UNUSED_LINES.run(tx, INSERT_UNUSED_LINES.columns(rows)));
    const events = ['schedule.cancelled', 'schedule.cancelled'] as const;
    const kept = { schedule: after, lines: before.lines };
    return shown(announceScheduleChange(tx, ...events, before, kept), notes);
  }

  /** Invoice by invoice, in the order of their ids: they are held. */
  private async giveBack(
    tx: Tx,
    taxes: Taxes,
    { schedule: { accountId, currency } }: LockedSchedule,
    { unused, emptied }: UnusedWithin,
    today: LocalDate,
  ): Promise<NoteOf> {
    const notes = new Map<InvoiceId, CreditNoteId>();
    for (const invoiceId of new Set(unused.map(({ line }) => line.invoiceId).sort())) {
      const own = unused.filter(({ line }) => line.invoiceId === invoiceId);
      const [first] = own;
      if (!first) continue;
      if (first.line.open) {
        // A draft that asks for nothing more is no document.
        if (emptied.has(invoiceId)) {
          await this.documents.cancel(tx, invoiceId);
          continue;
        }
        const lines = own.map((each) => backLine(each, currency));
        await this.documents.addLines(tx, taxes, invoiceId, lines);
        continue;
      }
      // No note is dated before its invoice, which may be dated ahead.
      const issueDate = first.line.issueDate > today ? first.line.issueDate : today;
      const lines = own.map((each) => creditLine(each, currency));
      const reason = `Not served from ${first.start}`;
      const draft = { accountId, invoiceId, issueDate, reason, lines };
      notes.set(invoiceId, await this.documents.credit(tx, taxes, draft));
    }
    return notes;
  }
}

/** Days that no invoice bills yet would be neither asked nor given back. */
function refuseUnbilled({ schedule }: LockedSchedule, on: LocalDate): void {
  const { startDate, endDate, frequency, nextBillingDate } = schedule;
  if (on < startDate) throw invalidField('/on', 'min', `must not be before ${startDate}`);
  const isUnbilled = frequency !== 'one_time' && on > nextBillingDate;
  const isOver = endDate !== null && nextBillingDate > endDate;
  if (!isUnbilled || isOver) return;
  const why = `until which it is billed; bill it first, or set its end date`;
  throw invalidField('/on', 'max', `must not be after ${nextBillingDate}, ${why}`);
}

function written({ line, start, end, amount }: UnusedDays, currency: Currency) {
  return {
    unitPrice: formatMinor(amount, currency),
    productId: line.productId,
    description: line.description,
    discount: null,
    periodStart: start,
    periodEnd: end,
  };
}

function creditLine(each: UnusedDays, currency: Currency) {
  const own = { quantity: '1', taxCode: null, taxRate: null, invoiceLineId: each.line.id };
  return { ...written(each, currency), ...own };
}

function backLine(each: UnusedDays, currency: Currency) {
  const { taxCode, productTaxed, taxRate } = each.line;
  const tax = { taxCode: productTaxed ? null : taxCode, taxRate };
  return { ...written(each, currency), quantity: '-1', ...tax };
}

function lineView(
  { line, start, end, days, of, asked, amount }: UnusedDays,
  noteOf: NoteOf,
  currency: Currency,
): UnusedLineView {
  return {
    invoiceId: line.invoiceId,
    invoiceLineId: line.id,
    creditNoteId: noteOf.get(line.invoiceId) ?? null,
    description: line.description,
    periodStart: start,
    periodEnd: end,
    days,
    ofDays: of,
    asked: formatMinor(asked, currency),
    amount: formatMinor(amount, currency),
  };
}

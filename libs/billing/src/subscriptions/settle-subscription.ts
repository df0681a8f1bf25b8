import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId, type InvoiceId } from '@quittance/kernel';
import { taxCodesOf, type TaxCodeOf } from '@quittance/lines';
import type { SettledDocuments } from './changes/settle-tools.js';
import type { PeriodSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { CUT_BILLED_ITEMS, DROP_BILLED_ITEMS } from './billed.sql.js';
import { askedAndGiven, byTax, isDivided, type TaxedSettlement } from './changes/by-tax.js';
import { linesOfChange, writtenChange, type ChangeLine } from './changes/change-line.js';
import { DROP_CHANGE, INSERT_CHANGE_LINES } from './changes/change-line.sql.js';
import { giveBack } from './changes/give-back.js';
import { askedBackOf } from './changes/paid-line.js';
import type { SettleTools } from './changes/settle-tools.js';
import { storePaid, type SettledPart } from './changes/store-paid.js';
import { saidByOrder } from './said-by-order.js';
import {
  paidState,
  UNCUT,
  type PaidItem,
  type PaidState,
  type UndoneChange,
} from './paid-items.js';

/** A schedule, and the number by which the customer knows its subscription. */
export type SettledSchedule = StoredSchedule & { readonly poNumber: string | null };

/**
 * Asks, or gives back, what a change within days that are paid for comes to. More than nothing is
 * one draft invoice with what is given back and what is asked; less is a credit note on the invoice
 * of the period at its tax, or lines of it where it is still a draft; nothing makes no document.
 * What is asked against what comes back has lines that come to nothing.
 * What waits for the next invoice makes none either.
 */
export async function settleSubscription(
  tx: Tx,
  tools: SettleTools,
  schedule: SettledSchedule,
  settlement: PeriodSettlement,
): Promise<void> {
  const state = await paidState(tx, tools.documents, schedule.id, settlement.on);
  if (state.undone !== null) await undo(tx, tools.documents, schedule, state, state.undone);
  if (settlement.releases) await cutClosed(tx, schedule, settlement, state);
  const said = [...settlement.items.map(({ item }) => item), ...state.waiting];
  const codeOf = await taxCodesOf(tx, said);
  const taxed = byTax(settlement, state, codeOf);
  // What falls at one tax is not taken off what rises at another.
  const { asking, giving } = askedAndGiven(taxed);
  const isNow = settlement.billing === 'now';
  const parts = isNow ? [asking, giving] : [taxed];
  const settled: SettledPart[] = [];
  const whole = !isNow || !isDivided(asking, giving);
  for (const part of parts) {
    if (part.items.length === 0) continue;
    const isAlone = part !== giving || asking.items.length === 0;
    const of = { codeOf, whole: whole && isAlone };
    const by = await settlePart(tx, tools, schedule, part, state, of);
    settled.push({ settlement: part, ...by });
  }
  await storePaid(tx, schedule, settled, state);
}

/** What all of it asks, or gives back. Answers what asks for it. */
async function settlePart(
  tx: Tx,
  tools: SettleTools,
  schedule: SettledSchedule,
  settlement: TaxedSettlement,
  state: PaidState,
  { codeOf, whole }: { readonly codeOf: TaxCodeOf; readonly whole: boolean },
): Promise<Omit<SettledPart, 'settlement'>> {
  const { net } = settlement;
  const changeId = newId<'change'>();
  const byLines = net > 0n || settlement.billing === 'next_invoice';
  if (byLines) {
    const paid = new Map<string, PaidItem>(state.items.map((row) => [row.id, row]));
    const askedBy = (id: string) => {
      const row = paid.get(id);
      return row ? askedBackOf(row, state) : { corrects: null, ofPeriod: false };
    };
    const lines = linesOfChange(settlement, { changeId, askedBy, whole });
    const draft =
      settlement.billing === 'now' ? await askFor(tx, tools, schedule, settlement, lines) : null;
    await keepLines(tx, schedule, lines, draft);
    return { by: { changeId, draft, whole }, nettedBy: null };
  }
  const lines = await giveBack(tx, tools, schedule, settlement, state, { changeId, codeOf, whole });
  await keepLines(tx, schedule, lines, null);
  const isUndoable = lines.length > 0 && lines.every((line) => line.whole);
  if (isUndoable) return { by: { changeId, draft: null, whole }, nettedBy: null };
  // What is asked, taken off what comes back, is asked by lines of its own.
  return { by: null, nettedBy: changeId };
}

async function keepLines(
  tx: Tx,
  { id: scheduleId }: StoredSchedule,
  lines: readonly ChangeLine[],
  draft: InvoiceId | null,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => {
    return { ...line, scheduleId, invoiceId: draft ?? line.invoiceId };
  });
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(rows));
}

/** A change of the same day takes the place of one that is no more than a draft. */
async function undo(
  tx: Tx,
  documents: SettledDocuments,
  { id: scheduleId }: StoredSchedule,
  { items, closed, stored }: PaidState,
  { id: changeId, draft }: UndoneChange,
): Promise<void> {
  if (draft !== null) await documents.cancel(tx, draft);
  const kept = new Map([...items, ...closed].map((row) => [row.id, row]));
  const back = stored.flatMap((row): PaidItem[] => {
    const as = kept.get(row.id);
    return as && as.untilOn !== row.untilOn ? [as] : [];
  });
  // What was begun is gone before what it took the place of goes on.
  await DROP_CHANGE.run(tx, { scheduleId, changeId });
  await DROP_BILLED_ITEMS.run(tx, { scheduleId, changeId });
  if (back.length > 0) {
    await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(back) });
  }
}

/**
 * Nothing of what was voided or cancelled comes back, but what is billed anew from the day on takes
 * its place: it must not stand in the way of that.
 */
async function cutClosed(
  tx: Tx,
  { id: scheduleId }: StoredSchedule,
  { on }: PeriodSettlement,
  { closed }: PaidState,
): Promise<void> {
  const cut = closed.flatMap((row): PaidItem[] => {
    const untilOn = row.startOn > on ? row.startOn : on;
    return row.untilOn > untilOn ? [{ ...row, ...UNCUT, untilOn }] : [];
  });
  if (cut.length > 0) {
    await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(cut) });
  }
}

async function askFor(
  tx: Tx,
  { documents, taxes }: SettleTools,
  { accountId, currency, subscriptionId, contractId, poNumber, salesOrderId }: SettledSchedule,
  { on, items }: PeriodSettlement,
  lines: readonly ChangeLine[],
): Promise<InvoiceId> {
  const until = items.reduce((last, each) => (each.until > last ? each.until : last), on);
  const made = await documents.draft(tx, taxes, {
    accountId,
    currency,
    subscriptionId,
    contractId,
    ...(await saidByOrder(tx, { salesOrderId }, { issueDate: on, poNumber })),
    periodStart: on,
    periodEnd: addDays(until, -1),
    lines: lines.map((line) => writtenChange(line, currency)),
  });
  return made.id;
}

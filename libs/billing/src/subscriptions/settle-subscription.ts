import { addDays } from '@quittance/calendar';
import { atSavepoint, isForLater, type Tx } from '@quittance/database';
import { DomainError, newId, type InvoiceId } from '@quittance/kernel';
import { taxedByOf, type TaxedByOf } from '@quittance/lines';
import { sumOf } from '@quittance/money';
import type { SettledDocuments } from './changes/settle-tools.js';
import type { PeriodSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { CUT_BILLED_ITEMS, DROP_BILLED_ITEMS } from './billed.sql.js';
import { askedAndGiven, byTax, isDivided, type TaxedSettlement } from './changes/by-tax.js';
import { linesOfChange, writtenChange, type ChangeLine } from './changes/change-line.js';
import { DROP_CHANGE_LINES, INSERT_CHANGE_LINES, KEEP_CHANGES } from './changes/change-line.sql.js';
import { giveBack } from './changes/give-back.js';
import { askedBackOf } from './changes/paid-line.js';
import type { SettleTools } from './changes/settle-tools.js';
import { storePaid, type SettledPart } from './changes/store-paid.js';
import { takenBack, type UndoneChanges } from './changes/taken-back.js';
import { UNCUT, type PaidItem } from './paid-item.js';
import { paidState } from './paid-items.js';
import type { PaidState } from './paid-state.js';
import { saidByOrder } from './said-by-order.js';

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
  const standing = state.undone?.standing ?? [];
  const said = [...settlement.items.map(({ item }) => item), ...state.waiting, ...standing];
  const taxOf = await taxedByOf(tx, said);
  const back = state.undone ? takenBack(state.undone, { stored: state.stored, taxOf }) : [];
  const taxed = withTakenBack(byTax(settlement, state, taxOf), back);
  // What asked for what comes back of earlier changes of the day stands beside what is paid for.
  const known = { ...state, items: [...state.items, ...back.flatMap(({ row }) => row ?? [])] };
  // What falls at one tax is not taken off what rises at another.
  const { asking, giving } = askedAndGiven(taxed);
  const isNow = settlement.billing === 'now';
  const parts = isNow ? [asking, giving] : [taxed];
  const settled: SettledPart[] = [];
  // Where the subscription does not go on by itself, what comes back is never undone.
  const whole = settlement.goesOn && (!isNow || !isDivided(asking, giving));
  for (const part of parts) {
    if (part.items.length === 0) continue;
    const isAlone = part !== giving || asking.items.length === 0;
    const of = { taxOf, whole: whole && isAlone };
    const by = await settlePart(tx, tools, schedule, part, known, of);
    settled.push({ settlement: part, ...by });
  }
  await storePaid(tx, schedule, { parts: settled, items: settlement.items }, state);
}

/** What all of it asks, or gives back. Answers what asks for it. */
async function settlePart(
  tx: Tx,
  tools: SettleTools,
  schedule: SettledSchedule,
  settlement: TaxedSettlement,
  state: PaidState,
  { taxOf, whole }: { readonly taxOf: TaxedByOf; readonly whole: boolean },
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
      settlement.billing === 'now' ? await askedFor(tx, tools, schedule, settlement, lines) : null;
    await keepLines(tx, schedule, lines, draft);
    return { changeId, draft };
  }
  const lines = await giveBack(tx, tools, schedule, settlement, state, { changeId, taxOf, whole });
  await keepLines(tx, schedule, lines, null);
  return { changeId, draft: null };
}

/** A settlement, and what takes back of earlier changes of its day what documents bear. */
function withTakenBack(
  settlement: TaxedSettlement,
  back: ReturnType<typeof takenBack>,
): TaxedSettlement {
  const items = [...settlement.items, ...back.map(({ item }) => item)];
  return { ...settlement, items, net: sumOf(items.map(({ charge, credit }) => charge - credit)) };
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

/** A change takes the place of others of its day: of those that are no more than drafts at once. */
async function undo(
  tx: Tx,
  documents: SettledDocuments,
  { id: scheduleId }: StoredSchedule,
  { items, closed, stored }: PaidState,
  { ids: changeIds, drafts, dropped }: UndoneChanges,
): Promise<void> {
  for (const draft of drafts) await documents.cancel(tx, draft);
  const kept = new Map([...items, ...closed].map((row) => [row.id, row]));
  const back = stored.flatMap(({ id, cutBy }): PaidItem[] => {
    const as = kept.get(id);
    return as && cutBy !== null && as.cutBy === null ? [as] : [];
  });
  // What was begun is gone before what it took the place of goes on.
  await DROP_CHANGE_LINES.run(tx, { scheduleId, ids: dropped.map(({ id }) => id) });
  // What stands of their lines is taken back by others, and by no row any more.
  await KEEP_CHANGES.run(tx, { scheduleId, changeIds });
  await DROP_BILLED_ITEMS.run(tx, { scheduleId, changeIds });
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

/** Null of what may wait for the next invoice, where none can be made for it now. */
async function askedFor(
  tx: Tx,
  tools: SettleTools,
  schedule: SettledSchedule,
  settlement: TaxedSettlement,
  lines: readonly ChangeLine[],
): Promise<InvoiceId | null> {
  const ask = (within: Tx) => askFor(within, tools, schedule, settlement, lines);
  if (!settlement.mayWait) return ask(tx);
  try {
    return await atSavepoint(tx, ask);
  } catch (error) {
    if (error instanceof DomainError && !isForLater(error)) return null;
    throw error;
  }
}

async function askFor(
  tx: Tx,
  { documents, taxes }: SettleTools,
  { accountId, currency, subscriptionId, contractId, poNumber, salesOrderId }: SettledSchedule,
  { on, issueDate = on, items }: Pick<TaxedSettlement, 'on' | 'issueDate' | 'items'>,
  lines: readonly ChangeLine[],
): Promise<InvoiceId> {
  const until = items.reduce((last, each) => (each.until > last ? each.until : last), on);
  const made = await documents.draft(tx, taxes, {
    accountId,
    currency,
    subscriptionId,
    contractId,
    ...(await saidByOrder(tx, { salesOrderId }, { issueDate, poNumber })),
    periodStart: on,
    periodEnd: addDays(until, -1),
    lines: lines.map((line) => writtenChange(line, currency)),
  });
  return made.id;
}

import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId, type Id, type InvoiceId } from '@quittance/kernel';
import { formatMinor, minOf } from '@quittance/money';
import type { DocumentsWithin } from '@quittance/receivables';
import type { ItemSettlement, PeriodSettlement } from '@quittance/sales';
import type { Taxes } from '@quittance/tax';
import { SCHEDULED_DAYS_TO_PAY } from '../schedules/billing-plan.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { CUT_BILLED_ITEMS, INSERT_BILLED_ITEMS } from './billed.sql.js';
import { paidState, type PaidItem, type PaidState } from './paid-items.js';

/** What settling works with. */
export interface SettleTools {
  readonly documents: DocumentsWithin;
  readonly taxes: Taxes;
  readonly today: LocalDate;
}

/**
 * Asks, or gives back, what a change within days that are paid for comes to. More than nothing is
 * one draft invoice with what is given back and what is asked; less is a credit note on the invoice
 * of the period at its tax, or lines of it where it is still a draft; nothing makes no document.
 */
export async function settleSubscription(
  tx: Tx,
  tools: SettleTools,
  schedule: StoredSchedule,
  settlement: PeriodSettlement,
): Promise<void> {
  const { documents, today } = tools;
  const state = await paidState(tx, documents, schedule.id, today);
  if (state.undone !== null) await undo(tx, documents, schedule, state, state.undone);
  await cutClosed(tx, schedule, settlement, state);
  const { net } = settlement;
  const draft = net > 0n ? await askFor(tx, tools, schedule, settlement) : null;
  if (net < 0n) await giveBack(tx, tools, schedule, settlement, state);
  await storePaid(tx, schedule, settlement, state, draft);
}

/** A change of the same day takes the place of one whose invoice is still a draft. */
async function undo(
  tx: Tx,
  documents: DocumentsWithin,
  { id: scheduleId }: StoredSchedule,
  { items, stored }: PaidState,
  undone: InvoiceId,
): Promise<void> {
  await documents.cancel(tx, undone);
  const kept = new Map(items.map((row) => [row.id, row]));
  const rows = stored.flatMap((row): PaidItem[] => {
    if (row.invoiceId === undone) {
      return [{ ...row, untilOn: row.startOn, cutBy: null, uncutOn: null }];
    }
    const as = kept.get(row.id);
    return as && as.untilOn !== row.untilOn ? [as] : [];
  });
  if (rows.length === 0) return;
  // What was begun ends before what it took the place of goes on.
  const order = [...rows].sort(
    (a, b) => Number(b.invoiceId === undone) - Number(a.invoiceId === undone),
  );
  for (const part of [
    order.filter(({ invoiceId }) => invoiceId === undone),
    order.filter(({ invoiceId }) => invoiceId !== undone),
  ]) {
    if (part.length > 0) {
      await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(part) });
    }
  }
}

/**
 * Nothing of what was voided or cancelled comes back, but what is begun on the day takes its place
 * for the same days: it must not stand in the way of that.
 */
async function cutClosed(
  tx: Tx,
  { id: scheduleId }: StoredSchedule,
  { on }: PeriodSettlement,
  { closed }: PaidState,
): Promise<void> {
  const cut = closed.flatMap((row): PaidItem[] => {
    const untilOn = row.startOn > on ? row.startOn : on;
    return row.untilOn > untilOn ? [{ ...row, untilOn, cutBy: null, uncutOn: null }] : [];
  });
  if (cut.length > 0) {
    await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(cut) });
  }
}

function lineOf(
  { item, until }: ItemSettlement,
  on: LocalDate,
  said: { readonly quantity: '1' | '-1'; readonly unitPrice: string },
) {
  const { productId, description, taxCode } = item;
  return {
    ...said,
    productId,
    description,
    discount: null,
    taxCode,
    taxRate: null,
    periodStart: on,
    periodEnd: addDays(until, -1),
  };
}

/** Both lines of each item: what is given back, as −1, and what is asked. */
function bothLines({ items, on }: PeriodSettlement, { currency }: StoredSchedule) {
  return items.flatMap((each) => [
    ...(each.credit > 0n
      ? [lineOf(each, on, { quantity: '-1', unitPrice: formatMinor(each.credit, currency) })]
      : []),
    ...(each.charge > 0n
      ? [lineOf(each, on, { quantity: '1', unitPrice: formatMinor(each.charge, currency) })]
      : []),
  ]);
}

async function askFor(
  tx: Tx,
  { documents, taxes }: SettleTools,
  schedule: StoredSchedule,
  settlement: PeriodSettlement,
): Promise<InvoiceId> {
  const { accountId, currency, subscriptionId, contractId } = schedule;
  const { on, items } = settlement;
  const until = items.reduce((last, each) => (each.until > last ? each.until : last), on);
  const made = await documents.draft(tx, taxes, {
    accountId,
    currency,
    subscriptionId,
    contractId,
    issueDate: on,
    dueDate: addDays(on, SCHEDULED_DAYS_TO_PAY),
    periodStart: on,
    periodEnd: addDays(until, -1),
    lines: bothLines(settlement, schedule),
  });
  return made.id;
}

/** What of an item comes back by one invoice, less what others ask more. */
interface Back {
  readonly each: ItemSettlement;
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
}

async function giveBack(
  tx: Tx,
  { documents, taxes, today }: SettleTools,
  schedule: StoredSchedule,
  settlement: PeriodSettlement,
  state: PaidState,
): Promise<void> {
  const byInvoice = new Map<InvoiceId, Back[]>();
  for (const back of comesBack(settlement, state)) {
    const known = byInvoice.get(back.invoiceId);
    if (known) known.push(back);
    else byInvoice.set(back.invoiceId, [back]);
  }
  const { accountId, currency } = schedule;
  for (const [invoiceId, backs] of [...byInvoice].sort()) {
    const said = (amount: bigint, quantity: '1' | '-1') => {
      return { quantity, unitPrice: formatMinor(amount, currency) };
    };
    if (state.documents.get(invoiceId)?.open) {
      const lines = backs.map(({ each, amount }) =>
        lineOf(each, settlement.on, said(amount, '-1')),
      );
      await documents.addLines(tx, taxes, invoiceId, lines);
      continue;
    }
    const lines = backs.map((back) => ({
      ...lineOf(back.each, settlement.on, said(back.amount, '1')),
      taxCode: null,
      invoiceLineId: lineIdOf(back, state),
    }));
    const reason = `Change of the subscription on ${settlement.on}`;
    const issueDate = today;
    await documents.credit(tx, taxes, { accountId, invoiceId, issueDate, reason, lines });
  }
}

/**
 * What more is asked of some items is taken off what comes back of others, in their order. It comes
 * back by the invoice that asked for the item last, as far as that reaches: where a change has
 * asked the difference only, by those of the period before it. What was given back by hand does not
 * come back again.
 */
function comesBack({ items, on }: PeriodSettlement, state: PaidState): Back[] {
  const left = new Map(
    [...state.documents.values()]
      .filter(({ id, closed }) => !closed && id !== state.undone)
      .map(({ id, creditable }) => [id, creditable] as const),
  );
  const newest = [...left.keys()].sort().reverse();
  let asked = items.reduce((sum, { credit, charge }) => {
    return charge > credit ? sum + charge - credit : sum;
  }, 0n);
  return items.flatMap((each): Back[] => {
    const own = paidOn(state, each, on)?.invoiceId;
    const rest = each.credit - each.charge;
    if (rest <= 0n || !own) return [];
    const less = minOf(asked, rest);
    asked -= less;
    let open = rest - less;
    return [own, ...newest.filter((id) => id !== own)].flatMap((invoiceId): Back[] => {
      const amount = minOf(open, left.get(invoiceId) ?? 0n);
      if (amount <= 0n) return [];
      open -= amount;
      left.set(invoiceId, (left.get(invoiceId) ?? 0n) - amount);
      return [{ each, invoiceId, amount }];
    });
  });
}

function paidOn({ items }: PaidState, { item }: ItemSettlement, on: LocalDate) {
  return items.find(
    ({ itemId, startOn, untilOn }) => itemId === item.itemId && startOn <= on && on < untilOn,
  );
}

/** The line that asked for the item, where it is not exceeded. */
function lineIdOf(
  { each, invoiceId, amount }: Back,
  { stored, documents }: PaidState,
): Id<'invoice-line'> | null {
  const row = stored.findLast(
    (paid) => paid.invoiceId === invoiceId && paid.itemId === each.item.itemId,
  );
  const line = documents
    .get(invoiceId)
    ?.lines.find(({ position }) => position === row?.linePosition);
  return row && line && amount <= row.price ? line.id : null;
}

/** What is paid for from the day on: what changed ends, and is paid for at its new price. */
async function storePaid(
  tx: Tx,
  { id: scheduleId }: StoredSchedule,
  { items, on }: PeriodSettlement,
  state: PaidState,
  draft: InvoiceId | null,
): Promise<void> {
  const cut = items.flatMap((each): PaidItem[] => {
    const paid = paidOn(state, each, on);
    if (!paid) return [];
    const givenBack = each.credit;
    return [{ ...paid, untilOn: on, cutBy: draft, uncutOn: paid.untilOn, givenBack }];
  });
  if (cut.length > 0) {
    await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(cut) });
  }
  let position = 0;
  const begun = items.flatMap((each) => {
    const { credit, charge, item, price, until, fullDays } = each;
    if (credit > 0n) position += 1;
    if (charge > 0n) position += 1;
    if (price === null) return [];
    const was = paidOn(state, each, on);
    const invoiceId = draft ?? was?.invoiceId ?? cut[0]?.invoiceId;
    if (!invoiceId) return [];
    const linePosition = draft ? position : (was?.linePosition ?? null);
    const { itemId } = item;
    const id = newId<'billed-item'>();
    const days = { startOn: on, untilOn: until, fullDays };
    return [{ scheduleId, itemId, id, ...days, price, amount: charge, invoiceId, linePosition }];
  });
  if (begun.length > 0) await INSERT_BILLED_ITEMS.run(tx, INSERT_BILLED_ITEMS.columns(begun));
}

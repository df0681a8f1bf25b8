import type { Tx } from '@quittance/database';
import type { Id, InvoiceId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import type { ItemSettlement, PeriodSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import type { PaidItem, PaidState } from '../paid-items.js';
import type { SettleTools } from './settle-tools.js';
import {
  BORNE_BY_NOTHING,
  creditedDays,
  newChangeLine,
  type ChangeId,
  type ChangeLine,
} from './change-line.js';
import { creditOn, CreditRoom, type Back } from './credit-on.js';

/** What of an item comes back, less what others ask more. */
interface Returned {
  readonly each: ItemSettlement;
  readonly days: Pick<ItemSettlement, 'start' | 'until'>;
  readonly row: PaidItem;
  readonly amount: bigint;
}

/** A part of it, and where it goes. */
interface ReturnedPart extends Returned {
  readonly back: Back;
}

/**
 * Gives back what a change leaves below nothing: it comes back by the invoice that asked for the
 * item last, as far as that reaches, or is taken off what waits where that asks for it; beyond that
 * by the other invoices of the period. Answers its lines: whatever bears them may be given up.
 */
export async function giveBack(
  tx: Tx,
  tools: SettleTools,
  schedule: StoredSchedule,
  settlement: PeriodSettlement,
  state: PaidState,
  changeId: ChangeId,
): Promise<ChangeLine[]> {
  const room = new CreditRoom(state.documents.values(), state.undone?.draft ?? null);
  const asking = new Set(state.waiting.map((line) => line.changeId));
  let waiting = sumOf(state.waiting.map(({ amount }) => amount));
  const parts: ReturnedPart[] = [];
  const kept: ChangeLine[] = [];
  const of = { changeId, madeOn: settlement.on, whole: false };
  for (const one of returned(settlement, state)) {
    const { each, days, row, amount } = one;
    let open = amount;
    const takeOff = () => {
      const part = minOf(open, waiting);
      if (part <= 0n) return;
      const from = { ...of, ...BORNE_BY_NOTHING, corrects: row.invoiceId };
      kept.push(newChangeLine(each, days, -part, from));
      waiting -= part;
      open -= part;
    };
    if (row.changeId !== null && asking.has(row.changeId)) takeOff();
    const { productId, description, taxCode } = each.item;
    const said = { productId, description, taxCode, startOn: days.start, untilOn: days.until };
    const own = row.invoiceId ? [row.invoiceId] : [];
    const lineOf = (invoiceId: InvoiceId) => lineIdOf(row, invoiceId, state);
    for (const part of room.take(open, { own, productId, lineOf })) {
      open -= part.amount;
      parts.push({ ...one, back: { said, ...part } });
    }
    takeOff();
    if (open > 0n) {
      // What finds no room is owed all the same: the next invoice takes it off.
      const bearer = { ...BORNE_BY_NOTHING, ofPeriod: isOfPeriod(row, state) };
      kept.push(newChangeLine(each, days, -open, { ...of, ...bearer, corrects: row.invoiceId }));
    }
  }
  const isOpen = (id: InvoiceId) => state.documents.get(id)?.open === true;
  const reason = `Change of the subscription on ${settlement.on}`;
  const backs = parts.map(({ back }) => back);
  const borneBy = await creditOn(tx, tools, schedule, backs, { isOpen, reason });
  const lines = parts.map(({ each, days, row, back: { invoiceId, amount } }) => {
    const from = { ...of, ...borneBy(invoiceId), corrects: row.invoiceId };
    return newChangeLine(each, days, -amount, { ...from, ofPeriod: isOfPeriod(row, state) });
  });
  return [...kept, ...lines];
}

/** What a period asked for is gone with its invoice; what a change did is not. */
function isOfPeriod({ changeId, invoiceId }: PaidItem, { documents }: PaidState): boolean {
  return changeId === null && invoiceId !== null && !documents.get(invoiceId)?.single;
}

/** What more is asked of some items is taken off what comes back of others, in their order. */
function returned({ items }: PeriodSettlement, state: PaidState): Returned[] {
  const rows = new Map<string, PaidItem>(state.items.map((row) => [row.id, row]));
  let asked = items.reduce((sum, { credit, charge }) => {
    return charge > credit ? sum + charge - credit : sum;
  }, 0n);
  return items.flatMap((each): Returned[] => {
    if (each.credit <= each.charge) return [];
    // What is asked for the same days is taken off first.
    let { charge } = each;
    return creditedDays(each).flatMap(({ paidId, start, until, amount }): Returned[] => {
      const row = rows.get(paidId);
      if (!row) return [];
      const charged = minOf(charge, amount);
      charge -= charged;
      const less = minOf(asked, amount - charged);
      asked -= less;
      const rest = amount - charged - less;
      return rest > 0n ? [{ each, days: { start, until }, row, amount: rest }] : [];
    });
  });
}

/** The line of an invoice that asked for the item. */
function lineIdOf(
  paid: PaidItem,
  invoiceId: InvoiceId,
  { stored, documents }: PaidState,
): Id<'invoice-line'> | null {
  const row =
    paid.invoiceId === invoiceId
      ? paid
      : stored.findLast((each) => each.invoiceId === invoiceId && each.itemId === paid.itemId);
  const lines = documents.get(invoiceId)?.lines ?? [];
  return lines.find(({ position }) => position === row?.linePosition)?.id ?? null;
}

import type { Tx } from '@quittance/database';
import type { Id, InvoiceId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import type { ItemSettlement, PeriodSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import type { PaidItem, PaidState } from '../paid-items.js';
import type { SettleTools } from './settle-tools.js';
import { creditedDays, newChangeLine, type ChangeId, type ChangeLine } from './change-line.js';
import { creditOn, CreditRoom, type Back } from './credit-on.js';

/** What of an item comes back, less what others ask more. */
interface Returned {
  readonly each: ItemSettlement;
  readonly days: Pick<ItemSettlement, 'start' | 'until'>;
  readonly row: PaidItem;
  readonly amount: bigint;
}

/**
 * Gives back what a change leaves below nothing: it comes back by the invoice that asked for the
 * item last, as far as that reaches, or is taken off what waits where that asks for it; beyond that
 * by the other invoices of the period. Answers the lines that are to be kept: of what waits, and of
 * drafts that bear changes.
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
  const backs: Back[] = [];
  const kept: ChangeLine[] = [];
  for (const { each, days, row, amount } of returned(settlement, state)) {
    let open = amount;
    const keep = (part: bigint, invoiceId: InvoiceId | null) => {
      const of = { changeId, madeOn: settlement.on, invoiceId, whole: false };
      kept.push(newChangeLine(each, days, -part, { ...of, corrects: row.invoiceId }));
    };
    const takeOff = () => {
      const part = minOf(open, waiting);
      if (part <= 0n) return;
      keep(part, null);
      waiting -= part;
      open -= part;
    };
    if (row.changeId !== null && asking.has(row.changeId)) takeOff();
    for (const [invoiceId, part] of room.take(row.invoiceId ? [row.invoiceId] : [], open)) {
      open -= part;
      const { productId, description, taxCode } = each.item;
      const said = { productId, description, taxCode, startOn: days.start, untilOn: days.until };
      const lineId = lineIdOf(row, invoiceId, part, state);
      backs.push({ said, invoiceId, amount: part, lineId });
      const made = state.documents.get(invoiceId);
      // What a period asked for is gone with its invoice; what a change did is not.
      if (made?.open && (made.single || row.changeId !== null)) keep(part, invoiceId);
    }
    takeOff();
  }
  const isOpen = (id: InvoiceId) => state.documents.get(id)?.open === true;
  const reason = `Change of the subscription on ${settlement.on}`;
  await creditOn(tx, tools, schedule, backs, { isOpen, reason });
  return kept;
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

/** The line that asked for the item, where it is not exceeded. */
function lineIdOf(
  paid: PaidItem,
  invoiceId: InvoiceId,
  amount: bigint,
  { stored, documents }: PaidState,
): Id<'invoice-line'> | null {
  const row =
    paid.invoiceId === invoiceId
      ? paid
      : stored.findLast((each) => each.invoiceId === invoiceId && each.itemId === paid.itemId);
  const line = documents
    .get(invoiceId)
    ?.lines.find(({ position }) => position === row?.linePosition);
  return row && line && amount <= row.amount ? line.id : null;
}

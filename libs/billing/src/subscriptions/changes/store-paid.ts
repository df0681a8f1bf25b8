import type { Tx } from '@quittance/database';
import { newId, type InvoiceId } from '@quittance/kernel';
import type { PeriodSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import { CUT_BILLED_ITEMS, INSERT_BILLED_ITEMS } from '../billed.sql.js';
import type { PaidItem } from '../paid-item.js';
import type { PaidState } from '../paid-state.js';
import type { TaxedSettlement } from './by-tax.js';
import { creditedDays, type ChangeId } from './change-line.js';
import { cutRows, endedDays } from './cut-rows.js';

/** What a change comes to at some taxes, and what asks for it. */
export interface SettledPart {
  readonly settlement: TaxedSettlement;
  readonly changeId: ChangeId;
  /** The draft that bears its lines; null where they wait, or what was asked before pays for it. */
  readonly draft: InvoiceId | null;
}

interface SettledChange {
  readonly parts: readonly SettledPart[];
  /** Its items in the order in which they were settled, whichever parts they are of. */
  readonly items: PeriodSettlement['items'];
}

/**
 * What is paid for from the day on: what changed ends, and is paid for at its new price. An item
 * may end at one tax and begin at another: all that ends does so first.
 */
export async function storePaid(
  tx: Tx,
  { id: scheduleId }: StoredSchedule,
  { parts, items }: SettledChange,
  state: PaidState,
): Promise<void> {
  const byId = (rows: readonly PaidItem[]) =>
    new Map<string, PaidItem>(rows.map((row) => [row.id, row]));
  const paid = byId(state.items);
  // What was given up ends too: it must not stand in the way of what begins on its days.
  const all = byId([...state.items, ...state.closed]);
  // At several taxes it is one change all the same.
  const madeBy = parts[0]?.changeId ?? null;
  const ended = parts.map((part) => endedDays(part, all));
  const cut = cutRows(ended.flat(), madeBy);
  if (cut.length > 0) {
    await CUT_BILLED_ITEMS.run(tx, { scheduleId, ...CUT_BILLED_ITEMS.columns(cut) });
  }
  const begun = parts.flatMap((part, i) => {
    const firstCut = ended[i]?.find(({ row }) => paid.has(row.id))?.row;
    return begunBy(part, state, { paid, firstCut });
  });
  if (begun.length === 0) return;
  const placeOf = ({ itemId }: Pick<PaidItem, 'itemId'>) =>
    items.findIndex(({ item }) => item.itemId === itemId);
  const rows = begun
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((row) => ({ scheduleId, id: newId<'billed-item'>(), begunBy: madeBy, ...row }));
  await INSERT_BILLED_ITEMS.run(tx, INSERT_BILLED_ITEMS.columns(rows));
}

function begunBy(
  { settlement, changeId, draft }: SettledPart,
  state: PaidState,
  {
    paid,
    firstCut,
  }: { readonly paid: ReadonlyMap<string, PaidItem>; readonly firstCut: PaidItem | undefined },
) {
  let position = 0;
  return settlement.items.flatMap((each) => {
    const { charge, item, price, start: startOn, until: untilOn, fullDays, gone } = each;
    position += creditedDays(each).length + (charge > 0n ? 1 : 0);
    if (price === null) return [];
    // What goes over to a tax stands by a line of that, of its own period if there is one.
    const alike = settlement.items.flatMap((other) =>
      other.taxedBy === each.taxedBy ? other.gone : [],
    );
    const ofDays = alike.find((days) => days.start < untilOn && days.until > startOn);
    const from = gone[0] ?? ofDays ?? alike[0];
    const { itemId } = item;
    const was = standingRow(state, each) ?? paid.get(from?.paidId ?? '') ?? firstCut;
    const invoiceId = draft ?? was?.invoiceId ?? null;
    const linePosition = draft ? position : (was?.linePosition ?? null);
    const days = { startOn, untilOn, fullDays, price, amount: charge };
    const stands = { invoiceId, changeId, ownChange: settlement.goesOn, linePosition };
    return [{ itemId, ...days, ...stands }];
  });
}

/** By which invoice an earlier change of the day has asked for days of an item, where that stands. */
function standingRow(
  { undone, stored }: PaidState,
  { item, start, until }: TaxedSettlement['items'][number],
): Pick<PaidItem, 'invoiceId' | 'linePosition'> | undefined {
  const asked = undone?.standing.findLast((line) => {
    const isOfDays = line.itemId === item.itemId && line.startOn < until && line.untilOn > start;
    return isOfDays && line.amount > 0n && line.corrects === null && line.invoiceId;
  });
  if (!asked) return undefined;
  const { invoiceId, itemId, changeId, startOn } = asked;
  const row = stored.findLast((each) => {
    const isOfDays = each.itemId === itemId && each.startOn === startOn;
    return (
      isOfDays && each.invoiceId === invoiceId && (each.changeId === changeId || each.ownChange)
    );
  });
  return { invoiceId, linePosition: row?.linePosition ?? null };
}

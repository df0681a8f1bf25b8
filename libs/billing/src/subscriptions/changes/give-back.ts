import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import type { TaxedByOf } from '@quittance/lines';
import type { ItemSettlement } from '@quittance/sales';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import type { PaidItem } from '../paid-item.js';
import type { PaidState } from '../paid-state.js';
import type { SettleTools } from './settle-tools.js';
import {
  askedAgain,
  BORNE_BY_NOTHING,
  creditedDays,
  newChangeLine,
  type ChangeId,
  type ChangeLine,
  type TaxedItem,
} from './change-line.js';
import type { TaxedSettlement } from './by-tax.js';
import { creditOn, CreditRoom, type Back } from './credit-on.js';
import { askedBackOf, askedLineOf, paidLineOf } from './paid-line.js';

/** What of an item comes back, less what is asked anew for its days, and what others ask more. */
interface Returned {
  readonly each: TaxedItem;
  readonly days: Pick<ItemSettlement, 'start' | 'until'>;
  readonly row: PaidItem;
  readonly gone: ItemSettlement['gone'][number];
  readonly amount: bigint;
}

/** A part of it, and where it goes. */
interface ReturnedPart extends Returned {
  readonly back: Back;
}

/**
 * Gives back what a change leaves below nothing, or at nothing: it comes back by the invoice that
 * asked for the item last, as far as that reaches, or is taken off what waits where that asks for
 * it; beyond that by the other invoices of the period. Answers its lines: whatever bears them may
 * be given up.
 */
export async function giveBack(
  tx: Tx,
  tools: SettleTools,
  schedule: StoredSchedule,
  settlement: TaxedSettlement,
  state: PaidState,
  {
    changeId,
    taxOf,
    whole,
  }: Pick<ChangeLine, 'whole'> & { readonly changeId: ChangeId; readonly taxOf: TaxedByOf },
): Promise<ChangeLine[]> {
  const room = new CreditRoom(state.documents.values(), state.undone?.drafts ?? []);
  const asking = new Set(state.waiting.map((line) => line.changeId));
  const waiting = new Map<string | null, bigint>();
  for (const line of state.waiting) {
    const code = taxOf(line);
    waiting.set(code, (waiting.get(code) ?? 0n) + line.amount);
  }
  const parts: ReturnedPart[] = [];
  const kept: ChangeLine[] = [];
  const of = { changeId, madeOn: settlement.on, whole: false };
  const back = returned(settlement, state);
  for (const one of back) {
    const { each, days, row, amount } = one;
    let open = amount;
    const takeOff = () => {
      const left = waiting.get(each.taxedBy) ?? 0n;
      const part = minOf(open, left);
      if (part <= 0n) return;
      const from = { ...of, ...BORNE_BY_NOTHING, ...askedBackOf(row, state) };
      kept.push(newChangeLine(each, days, -part, from));
      waiting.set(each.taxedBy, left - part);
      open -= part;
    };
    if (row.changeId !== null && asking.has(row.changeId)) takeOff();
    const { productId, description, taxCode, placeOf } = each.item;
    const dated = { startOn: days.start, untilOn: days.until };
    const said = { productId, description, taxCode, placeOf, ...dated };
    const askedBy = askedLineOf(row, state)?.invoiceId ?? row.invoiceId;
    const own = askedBy ? [askedBy] : [];
    const lineOf = (invoiceId: InvoiceId) => paidLineOf(row, invoiceId, state)?.id ?? null;
    const asked = { own, productId, taxedBy: each.taxedBy, lineOf };
    for (const part of room.take(open, asked)) {
      open -= part.amount;
      parts.push({ ...one, back: { said, ...part } });
    }
    takeOff();
    if (open > 0n) {
      // What finds no room is owed all the same: the next invoice takes it off.
      const from = { ...of, ...BORNE_BY_NOTHING, ...askedBackOf(row, state) };
      kept.push(newChangeLine(each, days, -open, from));
    }
  }
  const reason = `Change of the subscription on ${settlement.on}`;
  const backs = parts.map(({ back }) => back);
  const borneBy = await creditOn(tx, tools, schedule, backs, { made: state.documents, reason });
  // What comes to nothing has no other witness: another change of its day takes its place.
  const own = { ...of, whole: whole && back.length === 0 };
  const netted = nettedLines(settlement, back, state, own);
  const lines = parts.map(({ each, days, row, back: { invoiceId, amount } }) => {
    const from = { ...of, ...borneBy(invoiceId), ...askedBackOf(row, state) };
    return newChangeLine(each, days, -amount, from);
  });
  return [...kept, ...netted, ...lines];
}

/**
 * What is asked for the days behind the change, and what comes back for them against that: together
 * nothing, so that nothing bears it. Where the invoice of a period is given up, what it gave is
 * asked again, so that these days cost what they cost at the new price, whatever came back.
 */
function nettedLines(
  { items }: TaxedSettlement,
  back: readonly Returned[],
  state: PaidState,
  as: Pick<ChangeLine, 'changeId' | 'madeOn' | 'whole'>,
): ChangeLine[] {
  const rows = new Map<string, PaidItem>(state.items.map((row) => [row.id, row]));
  const documented = new Map(back.map(({ gone, amount }) => [gone, amount]));
  return items.flatMap((each) => {
    // Of what takes back others no row tells.
    const whole = as.whole && each.takesBack === undefined;
    const of = { ...as, ...BORNE_BY_NOTHING, netted: true, whole };
    const given = creditedDays(each).flatMap((gone) => {
      const row = rows.get(gone.paidId);
      const less = gone.amount - (documented.get(gone) ?? 0n);
      const from = row ? askedBackOf(row, state) : { corrects: null };
      return less > 0n ? [newChangeLine(each, gone, -less, { ...of, ...from })] : [];
    });
    if (each.charge <= 0n) return given;
    return [...given, newChangeLine(each, each, each.charge, { ...of, ...askedAgain(each) })];
  });
}

/**
 * What more is asked of some items is taken off what comes back of others that are taxed alike, in
 * their order.
 */
function returned({ items }: TaxedSettlement, state: PaidState): Returned[] {
  const rows = new Map<string, PaidItem>(state.items.map((row) => [row.id, row]));
  const asked = new Map<string | null, bigint>();
  for (const { credit, charge, taxedBy } of items) {
    if (charge > credit) asked.set(taxedBy, (asked.get(taxedBy) ?? 0n) + charge - credit);
  }
  return items.flatMap((each): Returned[] => {
    if (each.credit <= each.charge) return [];
    // What is asked for the same days is taken off first, of what comes back against that alone.
    const all = creditedDays(each);
    let charge = each.charge - sumOf(all.map(({ against = 0n }) => against));
    return all.flatMap((gone): Returned[] => {
      const { paidId, start, until, against = 0n } = gone;
      const row = rows.get(paidId);
      const amount = gone.amount - against;
      if (!row || amount <= 0n) return [];
      const charged = minOf(charge, amount);
      charge -= charged;
      const more = asked.get(each.taxedBy) ?? 0n;
      const less = minOf(more, amount - charged);
      asked.set(each.taxedBy, more - less);
      const rest = amount - charged - less;
      return rest > 0n ? [{ each, days: { start, until }, row, gone, amount: rest }] : [];
    });
  });
}

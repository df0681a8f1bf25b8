import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type Id, type InvoiceId, type ScheduleId } from '@quittance/kernel';
import { taxedByOf, type TaxedByOf } from '@quittance/lines';
import type { DocumentsWithin } from '@quittance/receivables';
import { billedSubscriptions, type BilledItem } from '@quittance/sales';
import { HELD_BESIDE, KEEP_BILLED_ITEMS, REOPEN_BILLED_ITEMS } from '../../billed.sql.js';
import type { PaidItem } from '../../paid-item.js';
import { paidState } from '../../paid-items.js';
import type { PaidState } from '../../paid-state.js';
import { BORNE_BY_NOTHING, type ChangeLine } from '../change-line.js';
import { INSERT_CHANGE_LINES, KEEP_CHANGES } from '../change-line.sql.js';
import { creditedRows, creditedState } from './given-by-hand.js';
import { reopenedRows } from './reopened-rows.js';
import { askedBackOf, askedLineOf, taxedLineOf } from '../paid-line.js';

interface HeldSchedule {
  readonly scheduleId: ScheduleId;
  readonly subscriptionId: Id<'subscription'>;
  /** The first day of what is held back. */
  readonly since: LocalDate;
}

/**
 * What a change could not give back as somebody had credited it by hand comes back where that note
 * is voided, or credits less: the next invoice takes it off, or a run gives it back.
 */
export function giveBackHeld(documents: DocumentsWithin) {
  return async (tx: Tx, credited: readonly InvoiceId[]): Promise<void> => {
    const invoiceIds = [...new Set(credited)];
    const held = await HELD_BESIDE.rows<HeldSchedule>(tx, { invoiceIds });
    for (const each of held) await reopen(tx, documents, each);
  };
}

async function reopen(
  tx: Tx,
  documents: DocumentsWithin,
  { scheduleId, subscriptionId, since }: HeldSchedule,
): Promise<void> {
  const asked = () => paidState(tx, documents, scheduleId, { since });
  // A change holds them too: of both the second sees the first.
  const before = await creditedState(tx, documents, scheduleId, await asked());
  const named = [...before.state.stored, ...before.state.asked];
  await documents.hold(
    tx,
    named.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const found = await creditedRows(tx, documents, scheduleId, await asked());
  const { state, rows, byHand, openOf } = found;
  const reopened = reopenedRows(rows, byHand, openOf);
  if (reopened.length === 0) return;
  const taxOf = await taxedByOf(tx, state.asked);
  const billed = await billedSubscriptions(tx, [subscriptionId], addDays(since, -1));
  const items = billed.get(subscriptionId)?.items ?? [];
  const madeOn = companyToday(await readCompany(tx), tx.ctx.now);
  const lines: ChangeLine[] = [];
  const after = reopened.flatMap(({ id, back, against, parts, division }) => {
    const rowOf = (of: string) => state.items.find((each) => each.id === of);
    const row = rowOf(id);
    if (!row) return [];
    const item = items.findLast(({ itemId }) => itemId === row.itemId) ?? items.at(-1);
    if (!item) return [];
    for (const part of parts) {
      const asked = lineOf(row, item, state, rowOf(part.id));
      lines.push({ ...asked, madeOn, amount: -part.amount });
    }
    lines.push(
      ...movedToNew(row, item, state, { madeOn, taxOf, amount: row.givenAgainst - against }),
    );
    return [{ itemId: row.itemId, id: row.id, back, against, division }];
  });
  await REOPEN_BILLED_ITEMS.run(tx, { scheduleId, ...REOPEN_BILLED_ITEMS.columns(after) });
  if (lines.length === 0) return;
  // What has come back since is not undone with the change.
  const changeIds = after.flatMap(
    ({ id }) => state.items.find((row) => row.id === id)?.cutBy ?? [],
  );
  await KEEP_CHANGES.run(tx, { scheduleId, changeIds });
  await KEEP_BILLED_ITEMS.run(tx, { scheduleId, changeIds });
  const inserted = lines.map((line) => ({ ...line, scheduleId }));
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(inserted));
}

interface Moved extends Pick<ChangeLine, 'madeOn' | 'amount'> {
  readonly taxOf: TaxedByOf;
}

/**
 * What came back against what was asked anew at another tax is of the row itself once no note by
 * hand stands for it: it comes back at the tax of that, and is asked at the one of the other.
 */
function movedToNew(
  row: PaidItem,
  item: BilledItem,
  state: PaidState,
  { madeOn, amount, taxOf }: Moved,
): ChangeLine[] {
  const asked = askedAnew(row, state);
  if (amount <= 0n || !asked) return [];
  const back = lineOf(row, item, state);
  const [was, is] = [taxOf(back), taxOf(asked)];
  if (was === is) return [];
  const { productId, taxCode, placeOf } = asked;
  const id = newId<'change-line'>();
  return [
    { ...back, madeOn, amount: -amount },
    { ...back, id, productId, taxCode, placeOf, madeOn, amount },
  ];
}

/** The line that asked for the days behind a row when these came back. */
function askedAnew(row: PaidItem, state: PaidState) {
  const isBehind = (next: PaidItem) =>
    next.itemId === row.itemId &&
    next.id > row.id &&
    next.startOn < (row.uncutOn ?? row.untilOn) &&
    (next.uncutOn ?? next.untilOn) > row.untilOn;
  const [next] = state.items.filter(isBehind).sort((a, b) => (a.id < b.id ? -1 : 1));
  return next ? askedLineOf(next, state) : null;
}

/** For the days behind the row, at the tax of what asked for what comes back. */
function lineOf(
  row: PaidItem,
  { productId, description, ...item }: BilledItem,
  state: PaidState,
  of: PaidItem = row,
): Omit<ChangeLine, 'madeOn' | 'amount'> {
  const asked = taxedLineOf(of, state);
  const { taxCode, placeOf } = asked ?? item;
  const said = { productId: asked?.productId ?? productId, description, taxCode, placeOf };
  const days = { itemId: row.itemId, startOn: row.untilOn, untilOn: row.uncutOn ?? row.untilOn };
  const own = { whole: false, partOf: null, netted: false };
  const by = { ...BORNE_BY_NOTHING, ...askedBackOf(of, state), ...own };
  const [id, changeId] = [newId<'change-line'>(), newId<'change'>()];
  return { id, changeId, ...days, ...said, ...by };
}

import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type Id, type InvoiceId, type ScheduleId } from '@quittance/kernel';
import type { DocumentsWithin } from '@quittance/receivables';
import { billedSubscriptions, type BilledItem } from '@quittance/sales';
import { HELD_BESIDE, REOPEN_BILLED_ITEMS } from '../billed.sql.js';
import { paidState, type PaidItem, type PaidState } from '../paid-items.js';
import { BORNE_BY_NOTHING, type ChangeLine } from './change-line.js';
import { INSERT_CHANGE_LINES, KEEP_CHANGES } from './change-line.sql.js';
import { creditedRows } from './given-by-hand.js';
import { reopenedRows } from './left-of-rows.js';
import { askedBackOf, askedLineOf, paidLineOf } from './paid-line.js';

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
  await documents.hold(
    tx,
    (await asked()).stored.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const state = await asked();
  const { rows, byHand, openOf } = await creditedRows(tx, documents, scheduleId, state);
  const reopened = reopenedRows(rows, byHand, openOf);
  if (reopened.length === 0) return;
  const found = await billedSubscriptions(tx, [subscriptionId], addDays(since, -1));
  const items = found.get(subscriptionId)?.items ?? [];
  const madeOn = companyToday(await readCompany(tx), tx.ctx.now);
  const lines: ChangeLine[] = [];
  const after = reopened.flatMap(({ id, back, against }) => {
    const row = state.items.find((each) => each.id === id);
    if (!row) return [];
    const item = items.findLast(({ itemId }) => itemId === row.itemId) ?? items.at(-1);
    if (back > 0n && item) lines.push({ ...lineOf(row, item, state), madeOn, amount: -back });
    return [{ itemId: row.itemId, id: row.id, back, against }];
  });
  await REOPEN_BILLED_ITEMS.run(tx, { scheduleId, ...REOPEN_BILLED_ITEMS.columns(after) });
  if (lines.length === 0) return;
  // What has come back since is not undone with the change.
  const changeIds = after.flatMap(
    ({ id }) => state.items.find((row) => row.id === id)?.cutBy ?? [],
  );
  await KEEP_CHANGES.run(tx, { scheduleId, changeIds });
  const inserted = lines.map((line) => ({ ...line, scheduleId }));
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(inserted));
}

/** For the days behind the row, at the tax of what asked for them. */
function lineOf(
  row: PaidItem,
  { productId, description, ...item }: BilledItem,
  state: PaidState,
): Omit<ChangeLine, 'madeOn' | 'amount'> {
  const ofPeriod = () => (row.invoiceId ? paidLineOf(row, row.invoiceId, state) : null);
  const asked = askedLineOf(row, state) ?? ofPeriod();
  const taxCode = asked ? asked.taxCode : item.taxCode;
  const said = { productId: asked?.productId ?? productId, description, taxCode };
  const days = { itemId: row.itemId, startOn: row.untilOn, untilOn: row.uncutOn ?? row.untilOn };
  const of = { ...BORNE_BY_NOTHING, ...askedBackOf(row, state), whole: false, partOf: null };
  const [id, changeId] = [newId<'change-line'>(), newId<'change'>()];
  return { id, changeId, ...days, ...said, ...of };
}

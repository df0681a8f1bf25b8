import { addDays } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import type { ChangeLine } from './change-line.js';
import type { PaidItem } from '../paid-item.js';
import type { AskedByChange, PaidState } from '../paid-state.js';

/** The line of an invoice that asked for an item. */
export function paidLineOf(
  paid: PaidItem,
  invoiceId: InvoiceId,
  { stored, documents }: Pick<PaidState, 'stored' | 'documents'>,
): MadeDocument['lines'][number] | null {
  const row =
    paid.invoiceId === invoiceId
      ? paid
      : stored.findLast((each) => each.invoiceId === invoiceId && each.itemId === paid.itemId);
  const lines = documents.get(invoiceId)?.lines ?? [];
  return lines.find(({ position }) => position === row?.linePosition) ?? null;
}

/** The line by which a change asks for an item: it may wait, or be borne by a later invoice. */
export function askedLineOf(
  { changeId, itemId, startOn }: PaidItem,
  { asked }: Pick<PaidState, 'asked'>,
): AskedByChange | null {
  const isOwn = (line: AskedByChange) =>
    line.changeId === changeId && line.itemId === itemId && line.startOn <= startOn;
  return (changeId !== null && asked.findLast(isOwn)) || null;
}

/** The invoice that bears what asked for an item, where that stands by another. */
export function laterBearerOf(row: PaidItem, state: Pick<PaidState, 'asked'>): InvoiceId | null {
  const bearer = askedLineOf(row, state)?.invoiceId ?? null;
  return bearer === row.invoiceId ? null : bearer;
}

/**
 * The line of such an invoice: those of one product and days are as many as items that it asks so,
 * and in their order. Null where somebody has changed the lines.
 */
export function borneLineOf(
  row: PaidItem,
  state: Pick<PaidState, 'asked' | 'documents'>,
): MadeDocument['lines'][number] | null {
  const asked = askedLineOf(row, state);
  if (!asked?.invoiceId) return null;
  const { alike, lines } = borneLinesOf(asked, state);
  return lines[alike.indexOf(asked)] ?? null;
}

/** What changes asked of one product and days that an invoice bears, and its lines for that. */
export function borneLinesOf(
  { productId, startOn, untilOn, invoiceId }: AskedByChange,
  { asked, documents }: Pick<PaidState, 'asked' | 'documents'>,
): { readonly alike: readonly AskedByChange[]; readonly lines: MadeDocument['lines'] } {
  const alike = asked.filter(
    (other) =>
      other.invoiceId === invoiceId &&
      other.productId === productId &&
      other.startOn === startOn &&
      other.untilOn === untilOn,
  );
  const lines = ((invoiceId && documents.get(invoiceId)?.lines) || []).filter(
    (line) =>
      line.productId === productId &&
      line.periodStart === startOn &&
      line.periodEnd === addDays(untilOn, -1) &&
      line.left >= 0n,
  );
  return { alike, lines };
}

/** What asked for an item: the line of a change, whatever bears it, else that of its invoice. */
export function taxedLineOf(row: PaidItem, state: PaidState) {
  const ofPeriod = () => (row.invoiceId ? paidLineOf(row, row.invoiceId, state) : null);
  return askedLineOf(row, state) ?? ofPeriod();
}

/**
 * What asked for a row that comes back. What a period asked for is gone with its invoice; what a
 * change did is not.
 */
export function askedBackOf(
  { changeId, invoiceId: corrects }: PaidItem,
  { documents }: PaidState,
): Pick<ChangeLine, 'corrects' | 'ofPeriod'> {
  const isOfPeriod = changeId === null && corrects !== null && !documents.get(corrects)?.single;
  return { corrects, ofPeriod: isOfPeriod };
}

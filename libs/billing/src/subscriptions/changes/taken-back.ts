import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import type { TaxedByOf } from '@quittance/lines';
import { sumOf } from '@quittance/money';
import type { MadeDocument } from '@quittance/receivables';
import type { ChangeId, ChangeLine, KeptChangeLine, TaxedItem } from './change-line.js';
import { UNCUT, type PaidItem } from '../paid-item.js';

/** Earlier changes of a day, in the place of which another is. */
export interface UndoneChanges {
  readonly ids: readonly ChangeId[];
  /** The drafts that bear them, and nothing else. */
  readonly drafts: readonly InvoiceId[];
  /** Lines that were never owed: they wait, come to nothing together, or are of those drafts. */
  readonly dropped: readonly KeptChangeLine[];
  /** Lines whose documents stand: they are taken back by others. */
  readonly standing: readonly KeptChangeLine[];
}

interface DayOfChanges {
  readonly day: LocalDate;
  /** What waits, what drafts bear, and all of the day. */
  readonly lines: readonly KeptChangeLine[];
  /** Rows of what is paid for. */
  readonly paid: readonly PaidItem[];
  readonly documents: ReadonlyMap<InvoiceId, MadeDocument>;
  /** Invoices of which somebody has credited something by hand. */
  readonly byHand: ReadonlySet<InvoiceId>;
}

/**
 * The changes of a day that another takes the place of: all of them, as long as their rows are what
 * their lines say, so that the state ahead of the day is known. Else one that is no more than a
 * draft, or waits. Null where none is.
 */
export function undoneOn(of: DayOfChanges): UndoneChanges | null {
  const ids = [...new Set(of.lines.map(({ changeId }) => changeId))];
  // What is asked again today of an earlier change is no change of today.
  const made = ids.filter((id) => {
    const isOfDay = of.lines.every((line) => line.changeId !== id || line.madeOn === of.day);
    return isOfDay && !of.paid.some((row) => row.changeId === id && row.startOn < of.day);
  });
  if (made.length === 0) return null;
  const all = undone(made, of);
  if (all) return all;
  for (const id of made) {
    const isWhole = of.lines.every((line) => line.changeId !== id || line.whole);
    const alone = isWhole ? undone([id], of) : null;
    if (alone?.standing.length === 0) return alone;
  }
  return null;
}

function undone(
  ids: readonly ChangeId[],
  { lines, paid, documents, byHand }: DayOfChanges,
): UndoneChanges | null {
  const isOf = (id: ChangeId | null) => id !== null && ids.includes(id);
  const own = lines.filter(({ changeId }) => isOf(changeId));
  const owed = own.filter(({ waits, borne, netted }) => waits || borne || netted);
  const begun = paid.filter((row) => row.ownChange && isOf(row.changeId));
  // What has come back of them since, by a pause or an end, came back for good.
  if (begun.some((row) => row.uncutOn !== null && !isOf(row.cutBy))) return null;
  const cut = paid.filter((row) => isOf(row.cutBy));
  const byRows = [
    ...begun.filter((row) => !isOf(row.cutBy)).map((row) => row.amount),
    ...cut.map((row) => row.uncutBack - row.givenBack + (begun.includes(row) ? row.amount : 0n)),
  ];
  if (sumOf(byRows) !== sumOf(owed.map(({ amount }) => amount))) return null;
  const netted = owed.filter((line) => line.netted);
  if (sumOf(netted.map(({ amount }) => amount)) !== 0n) return null;
  const bearers = owed.flatMap(({ waits, invoiceId }) => (waits ? [] : (invoiceId ?? [])));
  const drafts = [...new Set(bearers)].filter((id) => {
    const made = documents.get(id);
    const isShared = lines.some((line) => line.invoiceId === id && !isOf(line.changeId));
    return made?.single && made.open && !isShared;
  });
  const isStanding = (line: KeptChangeLine) =>
    line.borne && !line.netted && !(line.invoiceId && drafts.includes(line.invoiceId));
  const standing = owed.filter(isStanding);
  if (standing.some(({ invoiceId }) => invoiceId && byHand.has(invoiceId))) return null;
  return { ids, drafts, dropped: own.filter((line) => !isStanding(line)), standing };
}

/** What takes back a line that stands, as an item of a change. */
export interface TakenBack {
  readonly item: TaxedItem;
  /** What asked for what comes back. */
  readonly row: PaidItem | null;
}

/**
 * What takes back lines whose documents stand: what they asked comes back of what bears them, and
 * what they gave back is asked, of the period where it was of that. Lines that take back one
 * another are none.
 */
export function takenBack(
  { standing }: UndoneChanges,
  { stored, taxOf }: { readonly stored: readonly PaidItem[]; readonly taxOf: TaxedByOf },
): readonly TakenBack[] {
  const sums = new Map<string, ChangeLine>();
  for (const line of standing) {
    const isAsked = line.amount > 0n && line.corrects === null;
    const corrects = isAsked ? line.invoiceId : line.corrects;
    const { itemId, startOn, untilOn, productId, ofPeriod } = line;
    const key = JSON.stringify([
      itemId,
      startOn,
      untilOn,
      productId,
      taxOf(line),
      corrects,
      ofPeriod,
    ]);
    const amount = (sums.get(key)?.amount ?? 0n) - line.amount;
    sums.set(key, { ...(sums.get(key) ?? line), corrects, amount });
  }
  return [...sums.values()].flatMap((line) => {
    if (line.amount === 0n) return [];
    return taken(line, stored, taxOf(line));
  });
}

function taken(line: ChangeLine, stored: readonly PaidItem[], taxedBy: string | null): TakenBack {
  const { itemId, productId, description, taxCode, placeOf, corrects, ofPeriod, amount } = line;
  const { startOn, untilOn, changeId } = line;
  const days = { start: startOn, until: untilOn, fullDays: 1 };
  const item = { itemId, productId, description, taxCode, placeOf };
  const as = { item, ...days, price: null, taxedBy, takesBack: { corrects, ofPeriod } };
  if (amount > 0n) return { item: { ...as, gone: [], credit: 0n, charge: amount }, row: null };
  const began = stored.find((row) => {
    return row.changeId === changeId && row.itemId === itemId && row.startOn === startOn;
  });
  const gone = [{ paidId: line.id, ...days, amount: -amount }];
  const row: PaidItem = {
    ...UNCUT,
    itemId,
    id: line.id as unknown as PaidItem['id'],
    startOn,
    untilOn,
    fullDays: 1,
    price: 0n,
    amount: -amount,
    invoiceId: corrects,
    changeId: ofPeriod ? null : changeId,
    ownChange: false,
    begunBy: null,
    linePosition: began?.invoiceId === corrects ? began.linePosition : null,
    givenBack: 0n,
    heldBack: 0n,
    givenAgainst: 0n,
    division: null,
  };
  return { item: { ...as, gone, credit: -amount, charge: 0n }, row };
}

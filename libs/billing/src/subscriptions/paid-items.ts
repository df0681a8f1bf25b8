import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Id, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import type { SettledDocuments } from './changes/settle-tools.js';
import type { BilledItem, BilledState } from '@quittance/sales';
import { PAID_FROM } from './billed.sql.js';
import type { ChangeId, ChangeLine, KeptChangeLine } from './changes/change-line.js';
import { ASKED_BY_CHANGES, OPEN_CHANGE_LINES } from './changes/change-line.sql.js';

/** For which days an item is paid, at which full price, and by what. */
export interface PaidItem {
  readonly itemId: BilledItem['itemId'];
  readonly id: Id<'billed-item'>;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  readonly fullDays: number;
  readonly price: bigint;
  /** What was asked for the days. */
  readonly amount: bigint;
  /** Null where only lines that wait ask for it. */
  readonly invoiceId: InvoiceId | null;
  /** The change by whose lines it stands; null of what a period asked for. */
  readonly changeId: ChangeId | null;
  /** It was begun by that change, and not by a later one that asked for nothing more. */
  readonly ownChange: boolean;
  readonly linePosition: number | null;
  readonly cutBy: ChangeId | null;
  readonly uncutOn: LocalDate | null;
  /** What came back for the days behind it; minor units. */
  readonly givenBack: bigint;
  /** The same before it was cut. */
  readonly uncutBack: bigint;
  /** What more would have, had nobody credited it by hand. */
  readonly heldBack: bigint;
  /** What of `givenBack` came back against what was asked anew alone. */
  readonly givenAgainst: bigint;
  /** Both before it was cut. */
  readonly uncutHeld: bigint;
  readonly uncutAgainst: bigint;
}

/** An earlier change of a day, as long as another can take its place. */
export interface UndoneChange {
  readonly id: ChangeId;
  /** The draft that bears it; null where its lines wait, or come to nothing together. */
  readonly draft: InvoiceId | null;
  readonly lines: readonly ChangeLine[];
}

/** A line by which a change asks for an item. */
export type AskedByChange = Pick<
  ChangeLine,
  'changeId' | 'itemId' | 'startOn' | 'productId' | 'taxCode' | 'invoiceId'
>;

/** What is paid for on a day and behind it. */
export interface PaidState {
  readonly items: readonly PaidItem[];
  readonly documents: ReadonlyMap<InvoiceId, MadeDocument>;
  /** An earlier change of the day: another takes its place. */
  readonly undone: UndoneChange | null;
  /** The rows as they are, where that is undone. */
  readonly stored: readonly PaidItem[];
  /** Rows of what was voided or cancelled: nothing is paid for by them. */
  readonly closed: readonly PaidItem[];
  /** Lines of earlier changes that wait for an invoice. */
  readonly waiting: readonly KeptChangeLine[];
  /** What changes have asked for the days, in the order of these. */
  readonly asked: readonly AskedByChange[];
}

/**
 * What of a schedule is paid for from a day on, as if an earlier change of it were none: as long as
 * its invoice is a draft, or its lines wait for one, changes of one day are one. With `since` it is
 * what is paid for as it stands.
 */
export async function paidState(
  tx: Tx,
  documents: SettledDocuments,
  scheduleId: ScheduleId,
  at: LocalDate | { readonly since: LocalDate },
): Promise<PaidState> {
  const [day, undoes] = typeof at === 'string' ? [at, true] : [at.since, false];
  const [stored, lines, asked] = await Promise.all([
    PAID_FROM.rows<PaidItem>(tx, { scheduleId, day }),
    OPEN_CHANGE_LINES.rows<KeptChangeLine>(tx, { scheduleId, day }),
    ASKED_BY_CHANGES.rows<AskedByChange>(tx, { scheduleId, day }),
  ]);
  const named = [...stored, ...lines, ...asked].flatMap(({ invoiceId }) => invoiceId ?? []);
  const made = await documents.find(tx, named);
  // What was voided or cancelled asks for nothing: its days are not paid for. What a change asks
  // for is asked by another invoice then.
  const isStanding = ({ changeId, invoiceId }: PaidItem) =>
    changeId !== null || (invoiceId !== null && made.get(invoiceId)?.closed === false);
  const standing = stored.filter(isStanding);
  const undone = undoes ? undoneOn(lines, made, day) : null;
  const asBefore = (row: PaidItem) => (undone === null ? [row] : before(row, undone.id));
  const items = standing.flatMap(asBefore);
  const closed = stored.filter((row) => !isStanding(row)).flatMap(asBefore);
  const waiting = lines.filter(({ waits, changeId }) => waits && changeId !== undone?.id);
  return { items, documents: made, undone, stored, closed, waiting, asked };
}

/** The change of a day of which nothing but its own lines bears witness. */
function undoneOn(
  lines: readonly KeptChangeLine[],
  documents: ReadonlyMap<InvoiceId, MadeDocument>,
  day: LocalDate,
): UndoneChange | null {
  for (const id of new Set(lines.map(({ changeId }) => changeId))) {
    const own = lines.filter(({ changeId }) => changeId === id);
    if (!own.every(({ whole, madeOn }) => whole && madeOn === day)) continue;
    if (own.every(({ waits, netted }) => waits || netted)) return { id, draft: null, lines: own };
    const [bearer, ...others] = new Set(own.map(({ invoiceId }) => invoiceId));
    const made = bearer && others.length === 0 ? documents.get(bearer) : undefined;
    const isShared = lines.some((line) => line.invoiceId === bearer && line.changeId !== id);
    if (made?.single && made.open && !isShared) return { id, draft: made.id, lines: own };
  }
  return null;
}

/** What a change that is undone comes to, line by line. */
export function undoneItems({ lines }: UndoneChange): NonNullable<BilledState['undone']> {
  return lines.map(({ itemId, amount }) => {
    return amount < 0n
      ? { itemId, credit: -amount, charge: 0n }
      : { itemId, credit: 0n, charge: amount };
  });
}

/** Of a row that nothing has cut. */
export const UNCUT = {
  cutBy: null,
  uncutOn: null,
  uncutBack: 0n,
  uncutHeld: 0n,
  uncutAgainst: 0n,
} satisfies Partial<PaidItem>;

/** A row as it was before a change. */
function before(row: PaidItem, change: ChangeId): PaidItem[] {
  if (row.changeId === change) return [];
  if (row.cutBy !== change || row.uncutOn === null) return [row];
  const { uncutOn: untilOn, uncutBack: givenBack, uncutHeld, uncutAgainst } = row;
  const held = { heldBack: uncutHeld, givenAgainst: uncutAgainst };
  return [{ ...row, ...UNCUT, ...held, untilOn, givenBack }];
}

import { addDays, type LocalDate } from '@quittance/calendar';
import {
  newId,
  type CreditNoteId,
  type Id,
  type InvoiceId,
  type ProductId,
} from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import type { ItemSettlement, PeriodSettlement } from '@quittance/sales';
import type { SupplyPlace } from '@quittance/tax';
import type { BilledUsage } from '../usage-lines.js';

export type ChangeId = Id<'change'>;

/**
 * A line of what a change asks or gives back. It is owed whatever becomes of the invoice that bears
 * it: where that is cancelled or voided, or there was none, it waits for the next one.
 */
export interface ChangeLine {
  readonly id: Id<'change-line'>;
  readonly changeId: ChangeId;
  readonly itemId: ItemSettlement['item']['itemId'];
  readonly madeOn: LocalDate;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  /** Minor units; below 0 it is given back. */
  readonly amount: bigint;
  readonly productId: ProductId | null;
  readonly description: string;
  readonly taxCode: string | null;
  readonly placeOf: SupplyPlace | null;
  /**
   * The invoice that asked for what comes back; of what is asked, that of which it came back and
   * which was given up since.
   */
  readonly corrects: InvoiceId | null;
  readonly invoiceId: InvoiceId | null;
  /** The note that gives it back, where no invoice bears it. */
  readonly creditNoteId: CreditNoteId | null;
  /** It comes back of what a period asked for: where `corrects` is given up, so is it. */
  readonly ofPeriod: boolean;
  /** Its change asks and gives back by its lines alone: without them it never was. */
  readonly whole: boolean;
  /** The line that is through, of which this is what came back, or goes on waiting. */
  readonly partOf: ChangeLine['id'] | null;
  /**
   * With others it comes to nothing, so that nothing bears it: what it gives back of an invoice
   * pays for what they ask, until that is given up.
   */
  readonly netted: boolean;
}

/** A line as it is stored, with whether it waits. */
export interface KeptChangeLine extends ChangeLine {
  readonly waits: boolean;
  /** An invoice or a note that stands bears it. */
  readonly borne: boolean;
}

/** What bears a line: an invoice, a note, or nothing yet. */
export type BorneBy = Pick<ChangeLine, 'invoiceId' | 'creditNoteId'>;

/** What asked for what comes back. */
type AskedBack = Pick<ChangeLine, 'corrects' | 'ofPeriod'>;

type LineOf = Pick<ChangeLine, 'changeId' | 'madeOn' | 'corrects' | 'whole'> &
  BorneBy &
  Partial<Pick<ChangeLine, 'ofPeriod' | 'netted'>>;

export const BORNE_BY_NOTHING: BorneBy = { invoiceId: null, creditNoteId: null };

/** What is supplied, and by what it is taxed. */
export type SaidOfLine = Pick<ChangeLine, 'productId' | 'description' | 'taxCode' | 'placeOf'>;

/** What lines say of an item. */
export type SaidItem = SaidOfLine & Pick<ChangeLine, 'itemId'>;

/** What a change comes to for an item, and what it takes back of an earlier one of its day. */
export interface ChangedItem extends Omit<ItemSettlement, 'item'> {
  readonly item: SaidItem;
  /** The invoice of which came back what is asked again, and whether that is of its period. */
  readonly takesBack?: AskedBack;
}

/** What a change comes to for an item at one tax. */
export interface TaxedItem extends ChangedItem {
  readonly taxedBy: string | null;
}

/** A line for days of an item. */
export function newChangeLine(
  { item }: { readonly item: SaidItem },
  { start, until }: Pick<ItemSettlement, 'start' | 'until'>,
  amount: bigint,
  of: LineOf,
): ChangeLine {
  const { itemId, productId, description, taxCode, placeOf } = item;
  const days = { startOn: start, untilOn: until };
  const said = { productId, description, taxCode, placeOf };
  const own = { ofPeriod: false, partOf: null, netted: false, ...of };
  return { id: newId(), itemId, ...days, amount, ...said, ...own };
}

/** The lines of each item: what is given back, and what is asked. */
export function linesOfChange(
  { items, on }: Pick<PeriodSettlement, 'on'> & { readonly items: readonly ChangedItem[] },
  {
    changeId,
    askedBy,
    whole,
  }: Pick<ChangeLine, 'changeId' | 'whole'> & { askedBy: (paidId: string) => AskedBack },
): ChangeLine[] {
  const made = { changeId, madeOn: on, ...BORNE_BY_NOTHING };
  return items.flatMap((each) => {
    // Of what takes back others no row tells.
    const of = { ...made, whole: whole && each.takesBack === undefined };
    return [
      ...creditedDays(each).map((gone) =>
        newChangeLine(each, gone, -gone.amount, { ...of, ...askedBy(gone.paidId) }),
      ),
      ...(each.charge > 0n
        ? [newChangeLine(each, each, each.charge, { ...of, ...askedAgain(each) })]
        : []),
    ];
  });
}

/** Of what is asked, the invoice of which it came back where it is asked again. */
export const askedAgain = ({ takesBack }: Pick<ChangedItem, 'takesBack'>): AskedBack =>
  takesBack ?? { corrects: null, ofPeriod: false };

/**
 * What is given back of usage that was billed: it is owed as what a change gives back is, as long
 * as the invoice that asked for it stands.
 */
export function returnedUsage(
  { itemId, startOn, untilOn, invoiceId: corrects }: BilledUsage,
  { productId, taxCode, placeOf, description }: SaidOfLine,
  amount: bigint,
  of: Pick<ChangeLine, 'madeOn'> & BorneBy,
): ChangeLine {
  const said = { productId, description, taxCode, placeOf, corrects };
  const days = { itemId, startOn, untilOn };
  const [id, changeId] = [newId<'change-line'>(), newId<'change'>()];
  const own = { ofPeriod: true, whole: false, partOf: null, netted: false };
  return { id, changeId, ...days, amount, ...said, ...of, ...own };
}

/** Days of which anything comes back. */
export const creditedDays = ({ gone }: Pick<ItemSettlement, 'gone'>) =>
  gone.filter(({ amount }) => amount > 0n);

type WrittenOf = SaidOfLine & Pick<ChangeLine, 'startOn' | 'untilOn' | 'amount'>;

/** The line of a document; what is given back is −1 of it. */
export function writtenChange(
  { productId, description, taxCode, placeOf, startOn, untilOn, amount }: WrittenOf,
  currency: Currency,
) {
  const isBack = amount < 0n;
  return {
    quantity: isBack ? '-1' : '1',
    unitPrice: formatMinor(isBack ? -amount : amount, currency),
    productId,
    description,
    discount: null,
    taxCode,
    taxRate: null,
    placeOf,
    periodStart: startOn,
    periodEnd: addDays(untilOn, -1),
  };
}

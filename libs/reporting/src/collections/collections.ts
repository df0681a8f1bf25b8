import { divideRounded, formatMinor, formatUnits, type Currency } from '@quittance/money';

/** The sums of one currency over a period; minor units as decimal text. */
export interface CollectionsRow {
  readonly currency: Currency;
  /** Owed before the first day. */
  readonly opening: string;
  /** Less what was billed before the first day and voided since. */
  readonly billed: string;
  /** Owed at the end of the last day, and of it what was not yet due. */
  readonly closing: string;
  readonly closingCurrent: string;
  readonly collected: string;
  readonly credited: string;
  readonly writtenOff: string;
  /** What came in, whatever of it went back. */
  readonly paid: string;
  /** The same times the days from issue to payment. */
  readonly paidDays: string;
  /** Billed in the 90 days up to the last day. */
  readonly billed90: string;
}

/**
 * How well a company collected in one currency. Amounts are decimal text, the rest has one decimal.
 */
export interface CollectionsLine {
  readonly currency: Currency;
  readonly openingReceivables: string;
  /** Less what was billed before and voided within the period: below nothing where that is more. */
  readonly billed: string;
  /** In money, also what was on account before. */
  readonly collected: string;
  readonly credited: string;
  /** Less what is expected again: opening + billed less these three is what is owed. */
  readonly writtenOff: string;
  readonly closingReceivables: string;
  readonly closingNotDue: string;
  /**
   * Collections effectiveness index in percent: (opening + billed − closing) ÷ (opening + billed −
   * closing not due). Null when nothing could have been collected.
   */
  readonly effectiveness: string | null;
  /** Days from issue to payment, weighted by the amounts paid; what goes back is no payment. */
  readonly averageDaysToPay: string | null;
  /** Closing receivables against what was billed in 90 days. */
  readonly dso: string | null;
}

/** The columns of a download, in their order. */
export const COLLECTIONS_COLUMNS = [
  'currency',
  'openingReceivables',
  'billed',
  'collected',
  'credited',
  'closingReceivables',
  'closingNotDue',
  'effectiveness',
  'averageDaysToPay',
  'dso',
  'writtenOff',
] as const satisfies readonly (keyof CollectionsLine)[];

const ratio = (part: bigint, whole: bigint): string | null =>
  whole > 0n ? formatUnits(divideRounded(part * 10n, whole), 1) : null;

/** The figures of a currency from its sums. Pure. */
export function collectionsLine(row: CollectionsRow): CollectionsLine {
  const { currency } = row;
  const of = (text: string) => BigInt(text);
  const [opening, billed, closing] = [of(row.opening), of(row.billed), of(row.closing)];
  const text = (minor: bigint) => formatMinor(minor, currency);
  const collectable = opening + billed - of(row.closingCurrent);
  return {
    currency,
    openingReceivables: text(opening),
    billed: text(billed),
    collected: text(of(row.collected)),
    credited: text(of(row.credited)),
    writtenOff: text(of(row.writtenOff)),
    closingReceivables: text(closing),
    closingNotDue: text(of(row.closingCurrent)),
    effectiveness: ratio((opening + billed - closing) * 100n, collectable),
    averageDaysToPay: ratio(of(row.paidDays), of(row.paid)),
    dso: ratio(closing * 90n, of(row.billed90)),
  };
}

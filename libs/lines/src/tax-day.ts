import type { LocalDate } from '@quittance/calendar';

/** What a document says of when it was supplied. */
export interface DatedSupply {
  readonly issueDate: LocalDate;
  /** When it was delivered or done. */
  readonly deliveryDate?: LocalDate | null;
  /** The last day of what it is for. */
  readonly periodEnd?: LocalDate | null;
}

/**
 * The day whose rates, registrations and certificates a document is taxed by: when it was
 * delivered, else the last day of a period that is over when it is issued, else the day of issue
 * (Directive 2006/112/EC, articles 63, 64 and 93). A period that is billed in advance is taxed as
 * of its invoice. Pure.
 */
function taxDayOf({ issueDate, deliveryDate = null, periodEnd = null }: DatedSupply): LocalDate {
  if (deliveryDate !== null) return deliveryDate;
  return periodEnd !== null && periodEnd < issueDate ? periodEnd : issueDate;
}

/** By which days a document is taxed. */
export interface TaxDays {
  /** Whose rates, registrations and certificates hold: see `taxDayOf`. */
  readonly taxDate: LocalDate;
  /**
   * The day of issue where lines that say a period go by that. Absent or null where all go by one
   * day: of what states its delivery, of deposits, quotes and orders.
   */
  readonly linesIssuedOn?: LocalDate | null;
}

function taxDaysOf(supply: DatedSupply): TaxDays {
  const { issueDate, deliveryDate = null } = supply;
  return { taxDate: taxDayOf(supply), linesIssuedOn: deliveryDate === null ? issueDate : null };
}

/** A line as far as it says when it was supplied. */
interface DatedLine {
  /** The last day of what it is for. */
  readonly periodEnd?: LocalDate | null;
}

/**
 * The day a line is taxed by: the last one of a period of its own that is over when it is issued,
 * as usage of a month is that is billed beside the price of the next one; else that of its
 * document. Pure.
 */
function taxDayOfLine(days: TaxDays, { periodEnd = null }: DatedLine): LocalDate {
  const { taxDate, linesIssuedOn = null } = days;
  if (linesIssuedOn === null || periodEnd === null) return taxDate;
  return taxDayOf({ issueDate: linesIssuedOn, periodEnd });
}

/** Those of a document and of its lines, that of the document first. Pure. */
function allTaxDays(days: TaxDays, lines: readonly DatedLine[]): LocalDate[] {
  return [...new Set([days.taxDate, ...lines.map((line) => taxDayOfLine(days, line))])];
}

/** Whose rates and registrations hold for documents and for their lines. */
export const taxDays = {
  of: taxDaysOf,
  ofDocument: taxDayOf,
  ofLine: taxDayOfLine,
  all: allTaxDays,
} as const;

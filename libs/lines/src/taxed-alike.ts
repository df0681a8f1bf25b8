import { trimDecimal } from '@quittance/money';
import type { TaxSource } from '@quittance/tax';

/** What says how a line is to be taxed. */
export interface TaxAsked {
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  /** The company's code that holds for a line which says neither code nor rate. */
  readonly defaultCode?: string | null;
}

/** The lines that are taxed as an adjustment is. Pure. */
export function alikeOf<Line extends TaxAsked>(
  adjustment: TaxAsked,
  lines: readonly Line[],
): readonly Line[] {
  return lines.filter((line) => isTaxedBy(line, adjustment));
}

/** Rates as they are written and as they are kept: 19 is 19.000000. Pure. */
export function isTaxedBy(line: TaxAsked, other: TaxAsked): boolean {
  return codeOf(line) === codeOf(other) && rateOf(line) === rateOf(other);
}

function codeOf({ taxCode, taxRate, defaultCode = null }: TaxAsked): string | null {
  return taxCode ?? (taxRate === null ? defaultCode : null);
}

function rateOf({ taxRate }: TaxAsked): string | null {
  return taxRate === null ? null : trimDecimal(taxRate);
}

/**
 * The code that a stored line was taxed by, should it name none itself, as far as its taxes tell:
 * one that bore none at all says nothing. Pure.
 */
export function defaultCodeOf(
  taxes: readonly { readonly taxCode: string | null }[],
): string | null {
  return taxes[0]?.taxCode ?? null;
}

/** Who sells, as far as its rates have a code of their own for what names none. */
interface CodingSeller {
  readonly book: TaxSource;
  /** Present where an external engine taxes: it has codes of its own. */
  readonly quoteOf?: unknown;
}

/** The company's code of a line that says neither code nor rate; null without one. Pure. */
export function defaultCodeOfSeller({ book, quoteOf }: CodingSeller): string | null {
  return quoteOf ? null : (book.defaultTaxCode ?? null);
}

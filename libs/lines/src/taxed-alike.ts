import { trimDecimal } from '@quittance/money';
import type { PricedLine, TaxSource } from '@quittance/tax';

/** What says how a line is to be taxed. */
export interface TaxAsked {
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  /** The company's code that holds for a line which says neither code nor rate. */
  readonly defaultCode?: string | null;
  /** How it was decided to be taxed; null or absent while it is not. */
  readonly way?: string | null;
}

/** What was decided of the tax of a stored line. */
interface Decided {
  /** Null while it is not determined, and of an imported line. */
  readonly taxCategory: string | null;
  readonly taxReason: string | null;
  readonly taxes: readonly BornRate[];
}

/** A tax as far as it tells lines apart. */
export interface BornRate {
  readonly jurisdiction: string | null;
  readonly kind: string;
  readonly rate: string;
}

/**
 * What tells apart in which ways lines are taxed: category, ground and rates. Goods and services
 * that have these in common are taxed in one way. Null while nothing is decided. Pure.
 */
export function wayOf({ taxCategory, taxReason, taxes }: Decided): string | null {
  if (taxCategory === null) return null;
  const rates = taxes.map(({ jurisdiction, kind, rate }) => [
    jurisdiction,
    kind,
    trimDecimal(rate),
  ]);
  return JSON.stringify([taxCategory, taxReason, rates]);
}

/** The same of a line that was just priced. Pure. */
export function wayOfPriced({ category, reason, taxes }: PricedLine): string | null {
  return wayOf({ taxCategory: category, taxReason: reason ?? null, taxes });
}

/** The lines that are taxed as an adjustment is. Pure. */
export function alikeOf<Line extends TaxAsked>(
  adjustment: TaxAsked,
  lines: readonly Line[],
): readonly Line[] {
  return lines.filter((line) => isTaxedBy(line, adjustment));
}

/** By the same code and rate, and in one way as far as that is decided of both. Pure. */
function isTaxedBy(line: TaxAsked, other: TaxAsked): boolean {
  const [one, two] = [line.way ?? null, other.way ?? null];
  return isAskedLike(line, other) && (one === null || two === null || one === two);
}

/** Rates as they are written and as they are kept: 19 is 19.000000. Pure. */
export function isAskedLike(line: TaxAsked, other: TaxAsked): boolean {
  return codeOf(line) === codeOf(other) && rateOf(line) === rateOf(other);
}

/** The code by which a line is taxed, be it the company's. Pure. */
export function codeOf({ taxCode, taxRate, defaultCode = null }: TaxAsked): string | null {
  return taxCode ?? (taxRate === null ? defaultCode : null);
}

/** The rate that was asked for, as it is kept. Pure. */
export function rateOf({ taxRate }: TaxAsked): string | null {
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

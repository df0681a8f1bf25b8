import { invalidField } from '@quittance/kernel';
import { documentAdjustments, type DocumentAdjustment } from '@quittance/lines';
import { parseMinor, type Currency } from '@quittance/money';
import type { PricingLine } from '@quittance/tax';

/*
 * Allowances and charges of whole quotes and orders: pure. They are of what is sold once; what
 * recurs is billed by its schedule, and has discounts.
 */

type MadeLine = ReturnType<typeof documentAdjustments.lines>[number];

/** An allowance or a charge as it is priced: a line of its own, of one piece that is taken off. */
export type QuoteAdjustment = Pick<
  MadeLine,
  | 'description'
  | 'quantity'
  | 'unitPrice'
  | 'adjustment'
  | 'adjustmentIndex'
  | 'adjustmentPercent'
  | 'adjustmentBase'
> &
  Pick<PricingLine, 'supply' | 'placeOf'> &
  Taxed;

/** By what a line is taxed; one that says nothing by the company's default code. */
interface Taxed {
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  readonly defaultCode?: string | null;
  /** How it was decided to be taxed; null or absent while it is not. */
  readonly way?: string | null;
}

/** A line as it is priced, and its default code. */
export type SoldLine = PricingLine & Taxed;

/**
 * The lines whose part an adjustment follows: those that are taxed as it is. Where none is, as of
 * freight that is taxed in a way of its own, all that is sold once.
 */
export function followedBy<Line extends Taxed>(
  adjustment: Taxed,
  once: readonly Line[],
): readonly Line[] {
  const alike = documentAdjustments.alikeOf(adjustment, once);
  return alike.length > 0 ? alike : once;
}

/**
 * What a document takes off the whole, or puts on it.
 * @param once what is sold once, after every discount
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function adjustmentsOf(
  adjustments: readonly DocumentAdjustment[] | null,
  once: readonly SoldLine[],
  currency: Currency,
): QuoteAdjustment[] {
  if (!adjustments || adjustments.length === 0) return [];
  if (once.length === 0) {
    throw invalidField('/adjustments', 'empty', 'are of what is sold once, and nothing is');
  }
  const made = documentAdjustments.lines(adjustments, once, currency);
  documentAdjustments.refuseOfNothing(made, once);
  return made.map((line) => ({ ...line, supply: line.product.supply }));
}

/** The same of what is chosen; where nothing is sold once by then, nothing. */
export function chosenAdjustments<Adjustment extends QuoteAdjustment>(
  made: readonly Adjustment[],
  once: readonly SoldLine[],
  currency: Currency,
): Adjustment[] {
  return once.length === 0
    ? made.map((adjustment) => ({ ...adjustment, unitPrice: '0' }))
    : documentAdjustments.ofOtherLines(made, once, currency);
}

/** As any line is priced. */
export function pricedAs(adjustment: QuoteAdjustment): PricingLine {
  const { quantity, unitPrice, taxCode, taxRate, supply = null, placeOf = null } = adjustment;
  return { quantity, unitPrice, discount: null, taxCode, taxRate, supply, placeOf };
}

/** What an adjustment comes to, below 0 where it is taken off; minor units. */
export function amountOf({ quantity, unitPrice }: QuoteAdjustment, currency: Currency): bigint {
  const amount = parseMinor(unitPrice, currency) ?? 0n;
  return quantity.startsWith('-') ? -amount : amount;
}

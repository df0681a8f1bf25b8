import { invalidFields, type FieldError } from '@quittance/kernel';
import { supplyPlaceKey, type PlacedTax } from './tax-parts.js';
import { isAskedLike, type BornRate } from './taxed-alike.js';

/** How a line is taxed, as the decision and the rates of its place have made it. */
export interface BornTax {
  /** Minor units. */
  readonly net: bigint;
  /** Null while it is not determined. */
  readonly category: string | null;
  readonly taxes: readonly BornRate[];
}

/** A line of what is sold, and how it is taxed. */
export interface DecidedLine {
  readonly line: PlacedTax;
  readonly born: BornTax;
}

/** A line that an adjustment has made, and which of them. */
export interface DecidedAdjustment extends DecidedLine {
  readonly index: number;
}

/**
 * An allowance or a charge stands in a line for each way in which its lines are taxed (BG-20, BG-21
 * of EN 16931). An external engine may tax lines apart that say the same: one that is taken off
 * these would be taken off some of them. Lines that come to nothing, or are not determined yet, are
 * none of these.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function refuseMixedTaxes(
  made: readonly DecidedAdjustment[],
  sold: readonly DecidedLine[],
): void {
  const errors = made.flatMap(({ line: own, born: decided, index }): FieldError[] => {
    const alike = sold.filter(({ line }) => isAskedLike(line, own) && isSuppliedLike(line, own));
    const found = alike.map(({ born }) => born).filter(({ net }) => net !== 0n);
    const ways = new Map(
      [...found, ...(found.length > 0 ? [decided] : [])]
        .filter(({ category }) => category !== null)
        .map((born) => [wayOf(born), born]),
    );
    if (ways.size < 2) return [];
    const told = [...ways.values()].map(inWords).join(', ');
    const message =
      `names lines that are taxed in several ways (${told}): ` +
      'let those lines have a discount instead';
    return [{ pointer: `/adjustments/${index}/taxCode`, code: 'conflict', message }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}

function isSuppliedLike(line: PlacedTax, own: PlacedTax): boolean {
  const isOne = (line.supply ?? null) === (own.supply ?? null);
  const isOfDay = (line.taxDate ?? null) === (own.taxDate ?? null);
  return isOne && isOfDay && supplyPlaceKey(line.placeOf) === supplyPlaceKey(own.placeOf);
}

function wayOf({ category, taxes }: BornTax): string {
  const rates = taxes.map(({ jurisdiction, kind, rate }) => [jurisdiction, kind, rate]);
  return JSON.stringify([category, rates]);
}

function inWords({ category, taxes }: BornTax): string {
  const rates = taxes.map(({ jurisdiction, rate }) => `${jurisdiction ?? ''} ${rate} %`.trim());
  return [category, rates.join(' + ')].filter(Boolean).join(' ');
}

import { invalidFields, type FieldError } from '@quittance/kernel';
import { alikeOf, type TaxAsked } from './taxed-alike.js';

/** How a line is taxed, as the decision and the rates of its place have made it. */
export interface BornTax {
  /** Minor units. */
  readonly net: bigint;
  /** Null while it is not determined. */
  readonly category: string | null;
  readonly taxes: readonly BornRate[];
}

interface BornRate {
  readonly jurisdiction: string | null;
  readonly kind: string;
  readonly rate: string;
}

/** A line of what is sold, and how it is taxed. */
export interface DecidedLine {
  readonly line: TaxAsked;
  readonly born: BornTax;
}

/**
 * An allowance or a charge is one line, taxed once (BG-20, BG-21 of EN 16931): one whose code names
 * lines that are taxed in several ways, here and abroad say, would take all of it off one of them.
 * Lines that come to nothing, or are not determined yet, are none of these.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function refuseMixedTaxes(
  adjustments: readonly TaxAsked[],
  sold: readonly DecidedLine[],
  made: readonly BornTax[],
): void {
  const errors = adjustments.flatMap((adjustment, i): FieldError[] => {
    const alike = alikeOf(
      adjustment,
      sold.map(({ line, born }) => ({ ...line, born })),
    );
    const found = alike.map(({ born }) => born).filter(({ net }) => net !== 0n);
    const own = made[i];
    const ways = new Map(
      [...found, ...(own && found.length > 0 ? [own] : [])]
        .filter(({ category }) => category !== null)
        .map((born) => [wayOf(born), born]),
    );
    if (ways.size < 2) return [];
    const told = [...ways.values()].map(inWords).join(', ');
    const message =
      `names lines that are taxed in several ways (${told}): ` +
      'let those lines have a discount instead';
    return [{ pointer: `/adjustments/${i}/taxCode`, code: 'conflict', message }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}

function wayOf({ category, taxes }: BornTax): string {
  const rates = taxes.map(({ jurisdiction, kind, rate }) => [jurisdiction, kind, rate]);
  return JSON.stringify([category, rates]);
}

function inWords({ category, taxes }: BornTax): string {
  const rates = taxes.map(({ jurisdiction, rate }) => `${jurisdiction ?? ''} ${rate} %`.trim());
  return [category, rates.join(' + ')].filter(Boolean).join(' ');
}

import { trimDecimal } from '@quittance/money';

/** What says how a line is to be taxed. */
export interface TaxAsked {
  readonly taxCode: string | null;
  readonly taxRate: string | null;
}

/** The lines that are taxed as an adjustment is. Pure. */
export function alikeOf<Line extends TaxAsked>(
  { taxCode, taxRate }: TaxAsked,
  lines: readonly Line[],
): readonly Line[] {
  return lines.filter((line) => isTaxedBy(line, taxCode, taxRate));
}

/** Rates as they are written and as they are kept: 19 is 19.000000. Pure. */
export function isTaxedBy(line: TaxAsked, taxCode: string | null, taxRate: string | null): boolean {
  const plain = (rate: string | null) => (rate === null ? null : trimDecimal(rate));
  return line.taxCode === taxCode && plain(line.taxRate) === plain(taxRate);
}

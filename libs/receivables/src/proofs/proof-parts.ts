import {
  currencyDigits,
  decimal,
  formatMinor,
  formatUnits,
  sumOf,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import { roundingCertificate } from '@quittance/lines';
import type { InvoiceLine } from '../invoices/invoice.repository.js';

/** A document whose lines are proved to come to its totals: an invoice or a credit note. */
interface Proved {
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: 'document' | 'line';
  readonly total: bigint;
}
type ProvedLine = Pick<InvoiceLine, 'position' | 'net' | 'tax' | 'total' | 'taxes'>;

/** Minor units by name. */
type Figures<K extends string> = Readonly<Record<K, bigint>>;

/** What the lines of a document come to, in minor units. */
export function sumsOfLines(lines: readonly ProvedLine[]) {
  return {
    subtotal: sumOf(lines.map((line) => line.net)),
    taxTotal: sumOf(lines.map((line) => line.tax)),
    total: sumOf(lines.map((line) => line.total)),
  };
}

/** What was added up beside what is kept, and whether both are the same. */
export function comparedFigures<K extends string>(
  names: readonly K[],
  summed: Figures<K>,
  kept: Figures<K>,
  currency: Currency,
) {
  const view = (figures: Figures<K>) =>
    Object.fromEntries(
      names.map((name) => [name, formatMinor(figures[name], currency)]),
    ) as Readonly<Record<K, string>>;
  const agrees = names.every((name) => kept[name] === summed[name]);
  return { summed: view(summed), kept: view(kept), agrees };
}

/** Movements, each told with what is left of the total after it. */
export function runningDown<M extends { readonly amount: bigint }, V>(
  { total, currency }: Proved,
  movements: readonly M[],
  tell: (movement: Omit<M, 'amount'> & { amount: string }, left: string) => V,
): V[] {
  let left = total;
  return movements.map((movement) => {
    left -= movement.amount;
    const amount = formatMinor(movement.amount, currency);
    return tell({ ...movement, amount }, formatMinor(left, currency));
  });
}

/** How each tax was rounded, and what all of them come to in minor units. */
export function provedRounding(
  { currency, pricesIncludeTax, taxRounding }: Proved,
  lines: readonly ProvedLine[],
) {
  const certified = roundingCertificate(lines, pricesIncludeTax);
  const taxes = certified.map((tax) => certificateView(tax, currency));
  return {
    rounding: { mode: taxRounding, pricesIncludeTax, taxes },
    taxTotal: sumOf(certified.map(({ tax }) => tax)),
  };
}

type Certified = ReturnType<typeof roundingCertificate>[number];

/** A certified tax as the API shows it. */
function certificateView(tax: Certified, currency: Currency) {
  const exact = decimal(tax.exactTax);
  return {
    jurisdiction: tax.jurisdiction,
    taxCode: tax.taxCode,
    kind: tax.kind,
    rate: tax.rate,
    base: formatMinor(tax.base, currency),
    exactTax: trimDecimal(formatUnits(exact.units, exact.scale + currencyDigits(currency))),
    tax: formatMinor(tax.tax, currency),
    moved: tax.moved.map(({ line, minor }) => ({ line, amount: formatMinor(minor, currency) })),
  };
}

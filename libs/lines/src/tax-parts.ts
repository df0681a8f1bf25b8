import { invalidField } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { allocate, sumOf, type Currency } from '@quittance/money';
import { lineAmounts, type PricingLine, type SupplyKind, type SupplyPlace } from '@quittance/tax';
import { alikeOf, codeOf, rateOf, type TaxAsked } from './taxed-alike.js';

/** A line as far as it says how it is taxed, and where. */
export interface PlacedTax extends TaxAsked {
  readonly supply?: SupplyKind | null;
  readonly placeOf?: SupplyPlace | null;
  /** Where it is taxed by another day than its document. */
  readonly taxDate?: LocalDate;
}

/** A line that stands under an allowance or a charge. */
export type CountedLine = PlacedTax &
  Pick<PricingLine, 'quantity' | 'unitPrice' | 'discount' | 'share'>;

/** Lines that are taxed in one way, as one of them is, and what they come to in minor units. */
export interface TaxPart extends Required<Omit<PlacedTax, 'taxDate'>> {
  readonly taxDate: LocalDate | null;
  readonly base: bigint;
}

/**
 * The lines that an allowance or a charge is of, apart by how they are taxed: where that is not
 * decided yet by what it is decided of. One that names a code or a rate is of the lines alone that
 * bear these; of no lines it is a part of its own. Pure.
 */
export function taxPartsOf(
  { taxCode, taxRate }: Pick<TaxAsked, 'taxCode' | 'taxRate'>,
  lines: readonly CountedLine[],
  currency: Currency,
): readonly TaxPart[] {
  const asked = { taxCode, taxRate };
  const isNamed = taxCode !== null || taxRate !== null;
  const counted = lines.map((line, i) => {
    return { ...line, base: lineAmounts.of(line, i, currency).amount };
  });
  const parts = new Map<string, TaxPart>();
  for (const line of isNamed ? alikeOf(asked, counted) : counted) {
    const { supply = null, placeOf = null, taxDate = null, way = null, base } = line;
    const decided = way ?? [supply, supplyPlaceKey(placeOf), taxDate];
    const key = JSON.stringify([codeOf(line), rateOf(line), decided]);
    const own = {
      taxCode: isNamed ? taxCode : line.taxCode,
      taxRate: isNamed ? taxRate : line.taxRate,
      defaultCode: isNamed ? null : (line.defaultCode ?? null),
    };
    const part = parts.get(key) ?? { ...own, supply, placeOf, taxDate, way, base: 0n };
    parts.set(key, { ...part, base: part.base + base });
  }
  if (parts.size > 0) return [...parts.values()];
  const nothing = { defaultCode: null, supply: null, placeOf: null, taxDate: null, way: null };
  return [{ ...asked, ...nothing, base: 0n }];
}

export function supplyPlaceKey(placeOf: SupplyPlace | null | undefined): string {
  return placeOf ? [placeOf.country, placeOf.region, placeOf.postalCode].join('|') : '';
}

/** A part with what of an allowance or a charge it bears; minor units. */
export interface BearingPart extends TaxPart {
  readonly amount: bigint;
}

/**
 * An amount over the parts that come to something, by what these do, to the minor unit: EN 16931
 * has one allowance for each category and rate. Pure.
 * @throws DomainError validation_failed where several parts come to nothing
 */
export function splitOver(
  amount: bigint,
  parts: readonly TaxPart[],
  pointer: string,
): readonly BearingPart[] {
  const [only, ...more] = parts;
  if (only && more.length === 0) return [{ ...only, amount }];
  const bearing = parts.filter(({ base }) => base > 0n);
  if (bearing.length === 0) {
    const message = 'is needed: the lines come to nothing and are taxed in several ways';
    throw invalidField(`${pointer}/taxCode`, 'required', message);
  }
  const amounts = allocate(
    amount,
    bearing.map(({ base }) => base),
  );
  return bearing.map((part, i) => ({ ...part, amount: amounts[i] ?? 0n }));
}

/**
 * An amount by weights, none getting less than the least of it; the least where these come to more.
 * Pure.
 */
export function splitAbove(
  whole: bigint,
  weights: readonly bigint[],
  least: readonly bigint[],
): readonly bigint[] {
  if (sumOf(least) >= whole) return least;
  const held = new Set<number>();
  for (;;) {
    const open = weights.flatMap((weight, i) => (held.has(i) ? [] : [{ weight, i }]));
    const kept = sumOf([...held].map((i) => least[i] ?? 0n));
    const found = allocate(
      whole - kept,
      open.map(({ weight }) => weight),
    );
    const parts = [...least];
    open.forEach(({ i }, at) => {
      parts[i] = found[at] ?? 0n;
    });
    const short = open.filter(({ i }) => (parts[i] ?? 0n) < (least[i] ?? 0n));
    if (short.length === 0) return parts;
    for (const { i } of short) held.add(i);
  }
}

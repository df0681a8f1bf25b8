import { invalidField, type ProductId } from '@quittance/kernel';
import {
  decimal,
  divideRounded,
  formatMinor,
  parseDecimal,
  parseMinor,
  pow10,
  sumOf,
  type Currency,
} from '@quittance/money';
import { lineAmounts, type Discount, type SupplyKind, type SupplyPlace } from '@quittance/tax';
import type { LineProduct } from './line-product.js';
import { pointedAtAdjustments } from './line-pointers.js';
import { refuseMixedTaxes } from './mixed-taxes.js';
import { exceedsLines, refuseBeyondLines, refuseOfNothing, takesOffMore } from './within-lines.js';
import {
  alikeOf,
  defaultCodeOf,
  defaultCodeOfSeller,
  isTaxedBy,
  type TaxAsked,
} from './taxed-alike.js';

const ADJUSTMENT_KINDS = ['allowance', 'charge'] as const;
const MOST_ADJUSTMENTS = 50;

export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** What is taken off a whole document, or put on it: BG-20 and BG-21 of EN 16931. */
export interface DocumentAdjustment {
  readonly kind: AdjustmentKind;
  /** BT-97, BT-104 */
  readonly reason: string;
  /** Of what the lines come to that are taxed as it is; decimal text. Either it or an amount. */
  readonly percent?: string | null;
  /** Decimal text in the document's currency. */
  readonly amount?: string | null;
  /** By which it is taxed, as lines are; those of the lines where they are all taxed alike. */
  readonly taxCode?: string | null;
  readonly taxRate?: string | null;
}

/** A line of what is sold, as far as an adjustment depends on it. */
export interface AdjustedLine extends TaxAsked {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: Discount | null;
  readonly supply?: SupplyKind | null;
  readonly placeOf?: SupplyPlace | null;
  /** What it bears of a discount on the whole document; minor units. */
  readonly share?: bigint;
}

/** What becomes of an adjustment: a line of its own, which takes off or puts on its amount. */
export interface AdjustmentLine extends TaxAsked {
  readonly productId: ProductId | null;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: null;
  readonly hsnCode: null;
  readonly placeOf: SupplyPlace | null;
  readonly periodStart: null;
  readonly periodEnd: null;
  readonly product: LineProduct;
  readonly adjustment: AdjustmentKind;
  readonly adjustmentPercent: string | null;
  /** What the percentage is of, in minor units. */
  readonly adjustmentBase: bigint | null;
}

/**
 * The lines that take off or put on what a document says beside what is sold. Each is rounded once
 * and taxed by one code, as the norm has it.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function adjustmentLines(
  adjustments: readonly DocumentAdjustment[],
  lines: readonly AdjustedLine[],
  currency: Currency,
): AdjustmentLine[] {
  return adjustments.map((adjustment, i) => {
    const pointer = `/adjustments/${i}`;
    const { kind, reason, percent = null } = adjustment;
    const taxed = taxedAs(adjustment, lines, pointer);
    const base = percent === null ? null : baseOf(taxed.lines, currency);
    const amount = amountOf(adjustment, base, currency, pointer);
    return {
      productId: null,
      description: reason,
      quantity: kind === 'allowance' ? '-1' : '1',
      unitPrice: formatMinor(amount, currency),
      discount: null,
      taxCode: taxed.taxCode,
      taxRate: taxed.taxRate,
      defaultCode: taxed.defaultCode,
      hsnCode: null,
      placeOf: taxed.placeOf,
      periodStart: null,
      periodEnd: null,
      product: { sku: null, unit: null, hsnCode: null, taxCode: null, supply: taxed.supply },
      adjustment: kind,
      adjustmentPercent: percent,
      adjustmentBase: base,
    };
  });
}

/** An adjustment as far as what it comes to depends on the lines. */
export type AdjustmentTerms = Pick<
  AdjustmentLine,
  'unitPrice' | keyof TaxAsked | 'adjustmentPercent' | 'adjustmentBase'
>;

/**
 * The same adjustment of other lines: a percentage is worked out anew, of nothing it is nothing; an
 * amount stays.
 */
function ofOtherLines<Adjustment extends AdjustmentTerms>(
  adjustment: Adjustment,
  lines: readonly AdjustedLine[],
  currency: Currency,
): Adjustment {
  const { adjustmentPercent: percent } = adjustment;
  if (percent === null) return adjustment;
  const base = baseOf(alikeOf(adjustment, lines), currency);
  const { units, scale } = decimal(percent);
  const amount = divideRounded(base * units, 100n * pow10(scale));
  return { ...adjustment, unitPrice: formatMinor(amount, currency), adjustmentBase: base };
}

interface TaxedAs extends Required<TaxAsked> {
  readonly supply: SupplyKind | null;
  readonly placeOf: SupplyPlace | null;
  /** Those that are taxed as it is. */
  readonly lines: readonly AdjustedLine[];
}

/** @throws DomainError validation_failed where the lines are taxed in several ways */
function taxedAs(
  { taxCode = null, taxRate = null }: DocumentAdjustment,
  lines: readonly AdjustedLine[],
  pointer: string,
): TaxedAs {
  const [first] = lines;
  if (taxCode !== null || taxRate !== null) {
    const alike = alikeOf({ taxCode, taxRate }, lines);
    const { supply = null, placeOf = null } = alike[0] ?? {};
    return { taxCode, taxRate, defaultCode: null, supply, placeOf, lines: alike };
  }
  const differs = lines.some((line) => first && !isTaxedLike(line, first));
  if (differs) {
    const message = 'is needed: the lines are taxed in several ways';
    throw invalidField(`${pointer}/taxCode`, 'required', message);
  }
  return {
    taxCode: first?.taxCode ?? null,
    taxRate: first?.taxRate ?? null,
    defaultCode: first?.defaultCode ?? null,
    supply: first?.supply ?? null,
    placeOf: first?.placeOf ?? null,
    lines,
  };
}

function isTaxedLike(one: AdjustedLine, other: AdjustedLine): boolean {
  const isThere = placeKey(one) === placeKey(other);
  return isTaxedBy(one, other) && (one.supply ?? null) === (other.supply ?? null) && isThere;
}

function placeKey({ placeOf }: AdjustedLine): string {
  return placeOf ? [placeOf.country, placeOf.region, placeOf.postalCode].join('|') : '';
}

function baseOf(lines: readonly AdjustedLine[], currency: Currency): bigint {
  return sumOf(lines.map((line, i) => lineAmounts.of(line, i, currency).amount));
}

/** @throws DomainError validation_failed */
function amountOf(
  { percent = null, amount = null }: DocumentAdjustment,
  base: bigint | null,
  currency: Currency,
  pointer: string,
): bigint {
  if ((percent === null) === (amount === null)) {
    throw invalidField(pointer, 'required', 'needs either a percent or an amount');
  }
  if (amount !== null) {
    const minor = parseMinor(amount, currency);
    if (minor !== undefined && minor >= 0n) return minor;
    throw invalidField(`${pointer}/amount`, 'amount', `must be zero or more, in ${currency}`);
  }
  const share = parseDecimal(percent ?? '');
  if (!share || share.units < 0n || share.units > 100n * pow10(share.scale)) {
    throw invalidField(`${pointer}/percent`, 'range', 'percent must be from 0 to 100.');
  }
  if (base === null || base < 0n) {
    throw invalidField(`${pointer}/percent`, 'sign', 'is of lines that come to less than nothing');
  }
  if (base === 0n) {
    throw invalidField(`${pointer}/percent`, 'empty', 'is of nothing: no line is taxed as it is');
  }
  return divideRounded(base * share.units, 100n * pow10(share.scale));
}

/** What is taken off or put on whole documents. */
export const documentAdjustments = {
  kinds: ADJUSTMENT_KINDS,
  most: MOST_ADJUSTMENTS,
  lines: adjustmentLines,
  ofOtherLines,
  alikeOf,
  defaultCodeOf,
  defaultCodeOfSeller,
  refuseMixed: refuseMixedTaxes,
  refuseBeyond: refuseBeyondLines,
  refuseOfNothing,
  exceed: exceedsLines,
  takeOffMore: takesOffMore,
  pointed: pointedAtAdjustments,
} as const;

import { invalidField, type ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  decimal,
  divideRounded,
  formatMinor,
  parseDecimal,
  parseMinor,
  pow10,
  sumOf,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import {
  lineAmounts,
  type Discount,
  type PricedDocument,
  type PricedLine,
  type SupplyKind,
  type SupplyPlace,
} from '@quittance/tax';
import type { LineProduct } from './line-product.js';
import { pointedAtAdjustments } from './line-pointers.js';
import { refuseMixedTaxes } from './mixed-taxes.js';
import { exceedsLines, refuseBeyondLines, refuseOfNothing, takesOffMore } from './within-lines.js';
import { splitOver, splitAbove, taxPartsOf } from './tax-parts.js';
import {
  alikeOf,
  defaultCodeOf,
  defaultCodeOfSeller,
  wayOf,
  wayOfPriced,
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
  /** Of the lines that are taxed by it alone; of all of them, as each is taxed, without either. */
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
  /** Where it is taxed by another day than its document. */
  readonly taxDate?: LocalDate;
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
  /** Of the lines that it is of, where it is not that of the document. */
  readonly taxDate?: LocalDate;
  readonly periodStart: null;
  readonly periodEnd: null;
  readonly product: LineProduct;
  readonly adjustment: AdjustmentKind;
  /** Which of the document's adjustments has made it, from 0. */
  readonly adjustmentIndex: number | null;
  readonly adjustmentPercent: string | null;
  /** What the percentage is of, in minor units. */
  readonly adjustmentBase: bigint | null;
}

/**
 * The lines that take off or put on what a document says beside what is sold: one for each way in
 * which the lines are taxed that it is of. Each adjustment is rounded once, and what its lines bear
 * of it comes to that.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function adjustmentLines(
  adjustments: readonly DocumentAdjustment[],
  lines: readonly AdjustedLine[],
  currency: Currency,
): AdjustmentLine[] {
  return adjustments.flatMap((adjustment, i) => {
    const pointer = `/adjustments/${i}`;
    const { kind, reason, percent = null, taxCode = null, taxRate = null } = adjustment;
    const parts = taxPartsOf({ taxCode, taxRate }, lines, currency);
    const base = sumOf(parts.map((part) => part.base));
    const amount = amountOf(adjustment, base, currency, pointer);
    return splitOver(amount, parts, pointer).map((part): AdjustmentLine => {
      return {
        productId: null,
        description: reason,
        quantity: kind === 'allowance' ? '-1' : '1',
        unitPrice: formatMinor(part.amount, currency),
        discount: null,
        taxCode: part.taxCode,
        taxRate: part.taxRate,
        defaultCode: part.defaultCode,
        way: part.way,
        hsnCode: null,
        placeOf: part.placeOf,
        ...(part.taxDate && { taxDate: part.taxDate }),
        periodStart: null,
        periodEnd: null,
        product: { sku: null, unit: null, hsnCode: null, taxCode: null, supply: part.supply },
        adjustment: kind,
        adjustmentIndex: i,
        adjustmentPercent: percent,
        adjustmentBase: percent === null ? null : part.base,
      };
    });
  });
}

/** What adjustments have made of themselves, and the document as it is priced with that. */
interface PricedWith<Made> {
  readonly made: readonly Made[];
  readonly priced: PricedDocument;
}

/**
 * Prices a document with the lines that its adjustments make. How lines are taxed is known once
 * they are priced: those that seemed taxed in several ways, and are not, are priced again with one
 * line for them; but for an external engine, which is asked once. Each line then says in which way
 * it is taxed. Pure.
 * @param make the lines, of what is sold as it was decided
 */
function pricedWith<Made extends object>(
  make: (decided: readonly PricedLine[] | null) => readonly Made[],
  price: (made: readonly Made[]) => PricedDocument,
  { asksEngine }: { readonly asksEngine: boolean },
): PricedWith<Made & Pick<TaxAsked, 'way'>> {
  const once = make(null);
  const first = price(once);
  const again = once.length > 1 && !asksEngine ? make(first.lines) : once;
  const [made, priced] =
    again.length < once.length ? [again, price(again)] : ([once, first] as const);
  const sold = priced.lines.length - made.length;
  return {
    made: made.map((each, i) => {
      return { ...each, way: wayOfPriced(priced.lines[sold + i] as PricedLine) };
    }),
    priced,
  };
}

/** An adjustment as far as what it comes to depends on the lines. */
export type AdjustmentTerms = Pick<
  AdjustmentLine,
  'unitPrice' | keyof TaxAsked | 'adjustmentIndex' | 'adjustmentPercent' | 'adjustmentBase'
>;

/**
 * The same adjustments of other lines: a percentage is worked out anew, of nothing it is nothing;
 * an amount stays. What several ways of taxing bear of one is split over them anew. Pure.
 * @param least what each comes to at least, in minor units
 */
function ofOtherLines<Adjustment extends AdjustmentTerms>(
  made: readonly Adjustment[],
  lines: readonly AdjustedLine[],
  currency: Currency,
  least: readonly bigint[] = [],
): Adjustment[] {
  const groups = new Map<string, number[]>();
  made.forEach(({ adjustmentIndex, adjustmentPercent }, i) => {
    const key = JSON.stringify([adjustmentIndex ?? `line ${i}`, adjustmentPercent]);
    groups.set(key, [...(groups.get(key) ?? []), i]);
  });
  const next = [...made];
  for (const places of groups.values()) {
    const parts = places.map((i) => made[i] as Adjustment);
    const bases = parts.map((part) => baseOf(alikeOf(part, lines), currency));
    const percent = parts[0]?.adjustmentPercent ?? null;
    const whole =
      percent === null
        ? sumOf(parts.map(({ unitPrice }) => parseMinor(trimDecimal(unitPrice), currency) ?? 0n))
        : percentOf(sumOf(bases), percent);
    const weights = bases.map((base) => (base > 0n ? base : 0n));
    const isNothing = weights.every((weight) => weight === 0n);
    if (percent === null && (parts.length === 1 || isNothing)) continue;
    const amounts =
      parts.length === 1
        ? [whole]
        : splitAbove(
            whole,
            weights,
            places.map((i) => least[i] ?? 0n),
          );
    places.forEach((i, at) => {
      const unitPrice = formatMinor(amounts[at] ?? 0n, currency);
      const adjustmentBase = percent === null ? null : (bases[at] ?? 0n);
      next[i] = { ...(made[i] as Adjustment), unitPrice, adjustmentBase };
    });
  }
  return next;
}

function baseOf(lines: readonly AdjustedLine[], currency: Currency): bigint {
  return sumOf(lines.map((line, i) => lineAmounts.of(line, i, currency).amount));
}

function percentOf(base: bigint, percent: string): bigint {
  const { units, scale } = decimal(percent);
  return divideRounded(base * units, 100n * pow10(scale));
}

/** @throws DomainError validation_failed */
function amountOf(
  { percent = null, amount = null }: DocumentAdjustment,
  base: bigint,
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
  if (base < 0n) {
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
  pricedWith,
  ofOtherLines,
  alikeOf,
  wayOf,
  wayOfPriced,
  defaultCodeOf,
  defaultCodeOfSeller,
  refuseMixed: refuseMixedTaxes,
  refuseBeyond: refuseBeyondLines,
  refuseOfNothing,
  exceed: exceedsLines,
  takeOffMore: takesOffMore,
  pointed: pointedAtAdjustments,
} as const;

import {
  invalidField,
  invalidFields,
  newId,
  type FieldError,
  type ProductId,
} from '@quittance/kernel';
import {
  discountOf,
  keptProduct,
  lineProducts,
  type LineProduct,
  type LineProducts,
} from '@quittance/lines';
import {
  decimal,
  multiply,
  parseMinor,
  roundToScale,
  currencyDigits,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import type { Discount } from '@quittance/tax';
import type { LineOfQuote } from '../../pricing/quoted-line.js';
import type { ResolvedPrice } from '../../pricing/resolve-price.js';
import type { LinePlan } from '../../plans/sold/line-plan.js';
import { hasAnchorDay, type AnchorDay } from '../../subscriptions/grid.js';
import type { Stub } from '../../subscriptions/proration.js';
import { discountExceedsLine } from '../../sales.errors.js';
import type { QuoteLine, QuoteLineDraft, QuoteLineId } from './quote-line.description.js';

/** A line as a person writes it, with its discount as one. */
export type QuoteLineInput = QuoteLineDraft & { readonly discount?: Discount | null };

type Written = Pick<
  QuoteLine,
  | 'kind'
  | 'adjustment'
  | 'adjustmentIndex'
  | 'adjustmentPercent'
  | 'adjustmentBase'
  | 'productId'
  | 'description'
  | 'hsnCode'
  | 'placeOf'
  | 'quantity'
  | 'taxCode'
  | 'invoicing'
  | 'frequency'
  | 'timing'
  | 'termPeriods'
  | 'trialDays'
  | 'anchorDay'
  | 'anchorMonth'
  | 'discountPeriods'
  | 'planId'
  | 'planVersionId'
  | 'optional'
  | 'selected'
  | 'minQuantity'
  | 'maxQuantity'
>;

/**
 * A line that keeps its identity while the quote is priced again. Its plan and version are as a
 * person said them.
 */
export interface KeptQuoteLine extends Written {
  readonly id: QuoteLineId;
  readonly discount: Discount | null;
  readonly taxRate: string | null;
  /** What it took over from its product. */
  readonly product: LineProduct;
  /** The unit price that a person typed; null: it is looked up. */
  readonly typed: string | null;
  /** Its price; undefined of a line whose price is to be looked up. */
  readonly price: ResolvedPrice | undefined;
  /** What it is subscribed to; undefined where that is to be found. */
  readonly plan: LinePlan | undefined;
  /** What the version of its plan asks of the days before the first whole period. */
  readonly stub?: Stub | undefined;
}

/** A line that somebody writes; an adjustment is made of what the document says of its whole. */
export function isWritten({ kind }: { readonly kind: string }): boolean {
  return kind !== 'adjustment';
}

/** A line that says what is paid for what is sold. */
export function isPriced({ kind }: { readonly kind: string }): boolean {
  return kind === 'one_off' || kind === 'recurring';
}

const NO_ADJUSTMENT = {
  adjustment: null,
  adjustmentIndex: null,
  adjustmentPercent: null,
  adjustmentBase: null,
} as const;

/**
 * A line as it is kept, of what a person said of it.
 * @param pointer to it in the body
 * @throws DomainError validation_failed
 */
export function keptOf(
  input: QuoteLineInput,
  products: LineProducts,
  pointer: string,
  id: QuoteLineId = newId<'quote-line'>(),
): KeptQuoteLine {
  const { kind = 'one_off', productId = null, unitPrice = null } = input;
  const sold = productId ? products.get(productId) : undefined;
  const product = lineProducts.of({ productId }, products);
  const optional = input.optional ?? false;
  const line: KeptQuoteLine = {
    id,
    kind,
    ...NO_ADJUSTMENT,
    productId,
    description: input.description ?? sold?.name ?? '',
    hsnCode: input.hsnCode ?? null,
    placeOf: lineProducts.placeOf({ ...input, productId }, products),
    quantity: input.quantity ?? (isPriced({ kind }) ? '1' : '0'),
    discount: input.discount ?? null,
    taxCode: input.taxCode ?? null,
    taxRate: input.taxRate ?? null,
    product: input.hsnCode ? { ...product, hsnCode: input.hsnCode } : product,
    typed: unitPrice,
    price: undefined,
    invoicing: input.invoicing ?? (kind === 'one_off' ? invoicingOf(product) : null),
    frequency: input.frequency ?? null,
    timing: input.timing ?? (kind === 'recurring' ? 'advance' : null),
    termPeriods: input.termPeriods ?? null,
    trialDays: input.trialDays ?? 0,
    anchorDay: input.anchorDay ?? null,
    anchorMonth: input.anchorMonth ?? null,
    discountPeriods: input.discountPeriods ?? null,
    planId: input.planId ?? null,
    planVersionId: input.planVersionId ?? null,
    plan: undefined,
    optional,
    selected: input.selected ?? !optional,
    minQuantity: input.minQuantity ?? null,
    maxQuantity: input.maxQuantity ?? null,
  };
  checkLine(line, pointer);
  return line;
}

function invoicingOf({ supply }: LineProduct) {
  return supply === 'goods' ? 'on_delivery' : 'on_order';
}

/** A stored line as it was written, to be priced again. */
export function keptQuoteLine(line: QuoteLine, currency: Currency): KeptQuoteLine {
  const { unitPrice, listPrice, priceSource, tiers } = line;
  return {
    id: line.id,
    kind: line.kind,
    adjustment: line.adjustment,
    adjustmentIndex: line.adjustmentIndex,
    adjustmentPercent: line.adjustmentPercent,
    adjustmentBase: line.adjustmentBase,
    productId: line.productId,
    description: line.description,
    hsnCode: line.hsnCode,
    placeOf: line.placeOf,
    quantity: line.quantity,
    discount: discountOf(line, currency),
    taxCode: line.productTaxed ? null : line.taxCode,
    taxRate: line.requestedTaxRate,
    product: keptProduct(line),
    typed: priceSource === 'manual' ? unitPrice : null,
    price: { unitPrice, listPrice, priceSource, tiers },
    invoicing: line.invoicing,
    frequency: line.frequency,
    timing: line.timing,
    termPeriods: line.termPeriods,
    trialDays: line.trialDays,
    anchorDay: line.anchorDay,
    anchorMonth: line.anchorMonth,
    discountPeriods: line.discountPeriods,
    ...keptPlan(line),
    optional: line.optional,
    selected: line.selected,
    minQuantity: line.minQuantity,
    maxQuantity: line.maxQuantity,
  };
}

/** The plan of a stored line, and what of it was said; of one that has none it is to be found. */
function keptPlan(line: QuoteLine): Pick<KeptQuoteLine, 'planId' | 'planVersionId' | 'plan'> {
  const { planId, planVersionId, planSaid, charges, usageMinimum } = line;
  return {
    planId: planSaid === null ? null : planId,
    planVersionId: planSaid === 'version' ? planVersionId : null,
    plan:
      planId && planVersionId
        ? { planId, planVersionId, planSaid, charges, usageMinimum }
        : undefined,
  };
}

/** What pricing takes of a line that says what is paid. */
export function quotedLine(line: KeptQuoteLine): LineOfQuote {
  const { quantity, discount, selected, product } = line;
  const part = {
    quantity,
    unitPrice: line.price?.unitPrice ?? null,
    listPrice: line.price?.listPrice ?? null,
    discount,
    taxCode: lineProducts.taxCode(line, product),
    taxRate: line.taxRate,
    supply: product.supply,
    placeOf: line.placeOf,
    selected,
  };
  if (line.kind === 'one_off') {
    return { kind: 'one_off', ...part, invoicing: line.invoicing ?? 'on_order' };
  }
  const { frequency, timing, trialDays } = line;
  return {
    kind: 'recurring',
    ...part,
    frequency: frequency ?? 'monthly',
    timing: timing ?? 'advance',
    trialDays,
    anchor: anchorOf(line),
    stub: line.stub,
    termPeriods: line.termPeriods,
    discountPeriods: line.discountPeriods,
  };
}

/** On which day of which months a line is billed; null: on that of its first day. */
export function anchorOf({
  anchorDay: day,
  anchorMonth: month,
}: Pick<Written, 'anchorDay' | 'anchorMonth'>): AnchorDay | null {
  return day === null ? null : { day, ...(month !== null && { month }) };
}

/** What is said of a discount of nothing. */
export const NOTHING_OFF = 'must be above 0; leave it out where there is none';

/** Whether a discount takes nothing off: it would be printed, and mean nothing. */
export function isNothingOff(discount: Discount | null): boolean {
  if (!discount) return false;
  return !isAboveZero('percent' in discount ? discount.percent : discount.amount);
}

const ONCE_ONLY = ['invoicing'] as const;
const RECURRING_ONLY = [
  'frequency',
  'timing',
  'termPeriods',
  'anchorDay',
  'anchorMonth',
  'discountPeriods',
  'planId',
  'planVersionId',
] as const;
const NEVER_OF_TEXT = [
  'productId',
  'typed',
  'discount',
  'taxCode',
  'taxRate',
  'hsnCode',
  'placeOf',
  'minQuantity',
  'maxQuantity',
] as const;
const SENT_AS: Readonly<Record<string, string>> = { typed: 'unitPrice' };

/** @throws DomainError validation_failed naming all that does not fit together */
function checkLine(line: KeptQuoteLine, pointer: string): void {
  if (!isWritten(line)) {
    const message = 'is made of the allowances and charges of the document: change those';
    throw invalidField(`${pointer}/kind`, 'not_taken', message);
  }
  const errors: FieldError[] = [];
  const refuse = (member: string, code: string, message: string) =>
    errors.push({ pointer: `${pointer}/${SENT_AS[member] ?? member}`, code, message });
  const notTaken = (members: readonly (keyof KeptQuoteLine)[], of: string) => {
    for (const member of members) {
      if (line[member] !== null) refuse(member, 'not_taken', `is nothing that ${of} has`);
    }
  };
  if (line.description === '') refuse('description', 'required', 'is required');
  if (line.kind !== 'recurring') notTaken(RECURRING_ONLY, 'what does not recur');
  if (line.kind !== 'recurring' && line.trialDays !== 0) {
    refuse('trialDays', 'not_taken', 'is nothing that what does not recur has');
  }
  if (line.kind !== 'one_off') notTaken(ONCE_ONLY, 'what is not sold once');
  if (line.kind === 'recurring') checkRecurring(line, refuse);
  if (isNothingOff(line.discount)) refuse('discount', 'min', NOTHING_OFF);
  if (isPriced(line)) checkQuantities(line, refuse);
  else {
    notTaken(NEVER_OF_TEXT, 'a text');
    if (decimal(line.quantity).units !== 0n)
      refuse('quantity', 'not_taken', 'is nothing that a text has');
    if (line.optional) refuse('optional', 'not_taken', 'is nothing that a text is');
  }
  if (!line.selected && !line.optional) {
    refuse('selected', 'not_optional', 'is true of what is not optional');
  }
  if (errors.length > 0) throw invalidFields(errors);
}

type Refuse = (member: string, code: string, message: string) => void;

function checkRecurring({ frequency, anchorDay, anchorMonth }: KeptQuoteLine, refuse: Refuse) {
  if (frequency === null) refuse('frequency', 'required', 'is required of what recurs');
  if (frequency && anchorDay !== null && !hasAnchorDay(frequency)) {
    refuse('anchorDay', 'not_taken', 'is nothing that weeks have');
  }
  if (anchorMonth !== null && (frequency !== 'annually' || anchorDay === null)) {
    refuse('anchorMonth', 'not_taken', 'goes with the day of a yearly period');
  }
}

function checkQuantities(line: KeptQuoteLine, refuse: Refuse): void {
  const { quantity, minQuantity, maxQuantity, optional } = line;
  if (!isAboveZero(quantity)) refuse('quantity', 'min', 'must be above 0');
  if ((minQuantity !== null || maxQuantity !== null) && !optional) {
    refuse('minQuantity', 'not_optional', 'is for what is optional');
  }
  if (minQuantity !== null && isMore(minQuantity, quantity)) {
    refuse('minQuantity', 'max', 'must not be above the quantity');
  }
  if (maxQuantity !== null && isMore(quantity, maxQuantity)) {
    refuse('maxQuantity', 'min', 'must not be below the quantity');
  }
}

const SCALE = 6;
const isAboveZero = (text: string) => decimal(text).units > 0n;

/** Whether a quantity is above another. */
export function isMore(a: string, b: string): boolean {
  return roundToScale(decimal(a), SCALE) > roundToScale(decimal(b), SCALE);
}

/** Whether two numbers are one, however they are written. */
export function isSameNumber(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  return roundToScale(decimal(a), SCALE) === roundToScale(decimal(b), SCALE);
}

/**
 * An amount that is taken off a line is not above what it comes to.
 * @throws DomainError discount_exceeds_line naming each
 */
export function refuseLargeDiscounts(lines: readonly KeptQuoteLine[], currency: Currency): void {
  const errors = lines.flatMap(({ discount, price, quantity }, i): FieldError[] => {
    if (!discount || !('amount' in discount) || !price?.unitPrice) return [];
    const taken = parseMinor(discount.amount, currency);
    const whole = roundToScale(
      multiply(decimal(quantity), decimal(price.unitPrice)),
      currencyDigits(currency),
    );
    if (taken === undefined || taken <= whole) return [];
    const message = 'is above what the line comes to';
    return [{ pointer: `/lines/${i}/discount/amount`, code: 'max', message }];
  });
  if (errors.length > 0) throw discountExceedsLine({}, { errors });
}

/** Products that lines name. */
export function namedProducts(lines: readonly { readonly productId: ProductId | null }[]) {
  return [...new Set(lines.flatMap(({ productId }) => (productId ? [productId] : [])))];
}

/** `2.000000` → `2`. */
export const plain = (text: string) => trimDecimal(text);

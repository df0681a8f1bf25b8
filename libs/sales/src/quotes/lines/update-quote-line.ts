import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { productsOf, type LineProducts } from '@quittance/lines';
import { trimDecimal } from '@quittance/money';
import { TaxQuotes } from '@quittance/tax';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { changeQuoteLines, placeOfLine } from './change-quote-lines.js';
import { isSameNumber, keptOf, type KeptQuoteLine, type QuoteLineInput } from './quote-line.js';
import type { QuoteLineId } from './quote-line.description.js';

export type QuoteLinePatch = Partial<QuoteLineInput>;

/**
 * Changes a line of a draft. Its price is looked up again where its product, its quantity or its
 * period is another, or a typed price was taken away.
 */
@Injectable()
export class UpdateQuoteLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError those of `changeQuoteLines` */
  execute(
    ctx: Ctx,
    { id, lineId }: { readonly id: QuoteId; readonly lineId: QuoteLineId },
    patch: QuoteLinePatch,
    expectedVersion: number | null,
  ): Promise<QuoteView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeQuoteLines(tx, { taxes, fields: this.fields }, id, expectedVersion, async (lines) => {
        const place = placeOfLine(lines, lineId);
        const line = lines[place] as KeptQuoteLine;
        const named = { productId: patch.productId ?? null };
        const products = await productsOf(tx, [named], () => '/productId');
        const changed = changedLine(line, patch, products);
        return { lines: lines.map((each, i) => (i === place ? changed : each)), about: place };
      }),
    );
  }
}

const LOOKED_UP_BY = ['kind', 'productId', 'frequency'] as const;
type LookedUp = Pick<KeptQuoteLine, (typeof LOOKED_UP_BY)[number] | 'quantity' | 'typed'>;

/**
 * Whether something is another by which the price of a line is found. What is sent as it was, 2 in
 * place of 2.000000, looks up nothing: stored prices stay until somebody asks for new ones. Pure.
 */
export function isPricedAnew(before: LookedUp, after: LookedUp): boolean {
  const isAlike =
    LOOKED_UP_BY.every((name) => before[name] === after[name]) &&
    isSameNumber(before.quantity, after.quantity) &&
    isSameNumber(before.typed, after.typed);
  return !isAlike;
}

function changedLine(
  line: KeptQuoteLine,
  patch: QuoteLinePatch,
  products: LineProducts,
): KeptQuoteLine {
  const { product, price, plan, typed, quantity, ...kept } = line;
  const before = { ...kept, quantity: trimDecimal(quantity), unitPrice: typed };
  const ownCode = line.productId === null ? line.hsnCode : null;
  const other = patch.productId !== undefined && patch.productId !== line.productId;
  // Where another thing is supplied its product says, or nobody.
  const own = { hsnCode: ownCode, ...(other && OF_PRODUCT), ...planAsked(patch) };
  const input = { ...before, ...own, ...said(patch) } as QuoteLineInput;
  const next = keptOf(input, products, '', line.id);
  const taken = other ? next.product : { ...product, hsnCode: next.hsnCode ?? product.hsnCode };
  return {
    ...next,
    product: taken,
    price: isPricedAnew(line, next) ? undefined : price,
    plan: isPlannedAnew(line, next) ? undefined : plan,
  };
}

/** Of another product there are another place and other plans. */
export const OF_PRODUCT = { placeOf: undefined, planId: null, planVersionId: null } as const;

const PLANNED = ['kind', 'productId', 'frequency', 'timing', 'planId', 'planVersionId'] as const;
type Planned = Pick<KeptQuoteLine, (typeof PLANNED)[number]>;

/** Whether the plan of a line is found again: another was said, or what it depends on is. Pure. */
export function isPlannedAnew(before: Planned, after: Planned): boolean {
  return PLANNED.some((member) => before[member] !== after[member]);
}

/** Who says another plan says nothing of its version, and who says a version nothing of the plan. */
export function planAsked({
  planId,
  planVersionId,
}: Pick<QuoteLinePatch, 'planId' | 'planVersionId'>) {
  return {
    ...(planId !== undefined && { planVersionId: null }),
    ...(planVersionId !== undefined && planId === undefined && { planId: null }),
  };
}

function said(patch: QuoteLinePatch): QuoteLinePatch {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as QuoteLinePatch;
}

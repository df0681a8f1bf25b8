import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { productsOf, type LineProducts } from '@quittance/lines';
import { trimDecimal } from '@quittance/money';
import { TaxQuotes } from '@quittance/tax';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { changeQuoteLines, placeOfLine } from './change-quote-lines.js';
import { keptOf, type KeptQuoteLine, type QuoteLineInput } from './quote-line.js';
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

const PRICING: readonly (keyof QuoteLineInput)[] = [
  'productId',
  'quantity',
  'unitPrice',
  'kind',
  'frequency',
];

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
  const asked = PRICING.some((member) => patch[member] !== undefined);
  return {
    ...next,
    product: taken,
    price: asked ? undefined : price,
    plan: isPlanAsked(line, patch) ? undefined : plan,
  };
}

/** Of another product there are another place and other plans. */
export const OF_PRODUCT = { placeOf: undefined, planId: null, planVersionId: null } as const;

type PlanPatch = Pick<QuoteLinePatch, 'planId' | 'planVersionId' | (typeof PLANNED)[number]>;
const PLANNED = ['kind', 'productId', 'frequency', 'timing'] as const;

/** Whether the plan of a line is found again: it was sent, or what it depends on is another. */
export function isPlanAsked(line: KeptQuoteLine, patch: PlanPatch): boolean {
  if (patch.planId !== undefined || patch.planVersionId !== undefined) return true;
  return PLANNED.some((member) => patch[member] !== undefined && patch[member] !== line[member]);
}

/** Who says another plan says nothing of its version, and who says a version nothing of the plan. */
export function planAsked({ planId, planVersionId }: PlanPatch) {
  return {
    ...(planId !== undefined && { planVersionId: null }),
    ...(planVersionId !== undefined && planId === undefined && { planId: null }),
  };
}

function said(patch: QuoteLinePatch): QuoteLinePatch {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as QuoteLinePatch;
}

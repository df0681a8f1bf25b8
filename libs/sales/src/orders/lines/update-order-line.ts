import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { productsOf, type LineProducts } from '@quittance/lines';
import { trimDecimal } from '@quittance/money';
import { TaxQuotes } from '@quittance/tax';
import { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';
import { OrderFields } from '../records/order-fields.js';
import { changeOrderLines, placeOfOrderLine } from './change-order-lines.js';
import {
  isPlannedAnew,
  isPricedAnew,
  OF_PRODUCT,
  planAsked,
} from '../../quotes/lines/update-quote-line.js';
import { keptOrderOf, type KeptOrderLine, type OrderLineInput } from './order-line.js';
import type { OrderLineId } from './order-line.description.js';

export type OrderLinePatch = Partial<OrderLineInput>;

/**
 * Changes a line of an order that does not bind yet. Its price is looked up again where its product
 * or its quantity is another, or a typed price was taken away.
 */
@Injectable()
export class UpdateOrderLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError those of `changeOrderLines` */
  execute(
    ctx: Ctx,
    { id, lineId }: { readonly id: OrderId; readonly lineId: OrderLineId },
    patch: OrderLinePatch,
    expectedVersion: number | null,
  ): Promise<OrderView> {
    const { fields, ports } = this;
    return this.taxes.write(ctx, (tx, taxes) =>
      changeOrderLines(tx, { taxes, fields, ports }, id, expectedVersion, async (lines) => {
        const place = placeOfOrderLine(lines, lineId);
        const line = lines[place] as KeptOrderLine;
        const named = { productId: patch.productId ?? null };
        const products = await productsOf(tx, [named], () => '/productId');
        const changed = changedLine(line, patch, products);
        return { lines: lines.map((each, i) => (i === place ? changed : each)), about: place };
      }),
    );
  }
}

function changedLine(
  { quoted, kept }: KeptOrderLine,
  patch: OrderLinePatch,
  products: LineProducts,
): KeptOrderLine {
  const { product, price, plan, typed, quantity, invoicing, ...written } = quoted;
  const before = {
    ...written,
    ordered: trimDecimal(quantity),
    unitPrice: typed,
    invoicing,
    overDeliveryPercent: kept.overDeliveryPercent,
    stages: kept.stages,
  };
  const ownCode = quoted.productId === null ? quoted.hsnCode : null;
  const other = patch.productId !== undefined && patch.productId !== quoted.productId;
  // Where another thing is supplied its product says, or nobody.
  const anew = { hsnCode: ownCode, ...(other && OF_PRODUCT), ...planAsked(patch) };
  const input = { ...before, ...anew, ...said(patch) } as OrderLineInput;
  const next = keptOrderOf(input, products, '', quoted.id as string as OrderLineId);
  const own = next.quoted.product;
  const taken = other ? own : { ...product, hsnCode: own.hsnCode ?? product.hsnCode };
  return {
    ...next,
    quoted: {
      ...next.quoted,
      product: taken,
      price: isPricedAnew(quoted, next.quoted) ? undefined : price,
      plan: isPlannedAnew(quoted, next.quoted) ? undefined : plan,
    },
  };
}

function said(patch: OrderLinePatch): OrderLinePatch {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as OrderLinePatch;
}

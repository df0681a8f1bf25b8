import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { productsOf } from '@quittance/lines';
import { TaxQuotes } from '@quittance/tax';
import { refuseTooManyOrderLines } from '../order.js';
import { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';
import { OrderFields } from '../records/order-fields.js';
import { changeOrderLines } from './change-order-lines.js';
import { isWritten } from '../../quotes/lines/quote-line.js';
import { keptOrderOf, type OrderLineInput } from './order-line.js';

/** Adds a line at the end of an order that does not bind yet. */
@Injectable()
export class AddOrderLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError those of `changeOrderLines` */
  execute(
    ctx: Ctx,
    id: OrderId,
    line: OrderLineInput,
    expectedVersion: number | null,
  ): Promise<OrderView> {
    const { fields, ports } = this;
    return this.taxes.write(ctx, (tx, taxes) =>
      changeOrderLines(tx, { taxes, fields, ports }, id, expectedVersion, async (lines) => {
        refuseTooManyOrderLines(lines.length + 1);
        const named = { productId: line.productId ?? null };
        const products = await productsOf(tx, [named], () => '/productId');
        // What is taken off the whole, or put on it, is made anew behind what is sold.
        const written = lines.filter(({ quoted }) => isWritten(quoted));
        return { lines: [...written, keptOrderOf(line, products, '')], about: written.length };
      }),
    );
  }
}

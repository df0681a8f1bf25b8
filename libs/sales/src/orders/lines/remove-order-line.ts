import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';
import { OrderFields } from '../records/order-fields.js';
import { changeOrderLines, placeOfOrderLine } from './change-order-lines.js';
import type { OrderLineId } from './order-line.description.js';

/** Takes a line off an order that does not bind yet. */
@Injectable()
export class RemoveOrderLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError those of `changeOrderLines` */
  execute(
    ctx: Ctx,
    { id, lineId }: { readonly id: OrderId; readonly lineId: OrderLineId },
    expectedVersion: number | null,
  ): Promise<OrderView> {
    const { fields, ports } = this;
    return this.taxes.write(ctx, (tx, taxes) =>
      changeOrderLines(tx, { taxes, fields, ports }, id, expectedVersion, (lines) => {
        const place = placeOfOrderLine(lines, lineId);
        return { lines: lines.filter((_, i) => i !== place), about: null };
      }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { KeyedLimiter } from '@quittance/work';
import { draftOrder, type OrderDraft } from './draft-order.js';
import type { OrderView } from './order.view.js';
import { OrderFields } from './records/order-fields.js';

/** Of a company at once: they are numbered one after the other. */
const AT_ONCE = 3;

/** Writes a draft order: priced, taxed and numbered. */
@Injectable()
export class CreateOrder {
  private readonly limiter = new KeyedLimiter(AT_ONCE);

  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
  ) {}

  /** @throws DomainError those of `draftOrder` */
  execute(ctx: Ctx, draft: OrderDraft): Promise<OrderView> {
    const { limiter, fields } = this;
    return this.taxes.write(ctx, (tx, taxes) => draftOrder(tx, { taxes, fields }, draft), {
      limiter,
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { draftOrder, type OrderDraft } from './draft-order.js';
import { isPricedElsewhere, requirePricesWritable } from '../quotes/lines/price-rights.js';
import { isWritten } from '../quotes/lines/quote-line.js';
import { orderLineAgain } from './lines/order-line-again.js';
import { orderNoun, type OrderId } from './order.description.js';
import { linesOfOrder, requireOrder } from './order.repository.js';
import type { OrderView } from './order.view.js';
import { OrderFields } from './records/order-fields.js';

/**
 * Writes a draft like another order: of its customer, with its lines, texts and custom fields,
 * dated today. Prices that were typed stay; the others are looked up again.
 */
@Injectable()
export class CloneOrder {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
  ) {}

  /**
   * @param changes what the copy has instead
   * @throws DomainError not_found, and those of writing a draft
   */
  execute(ctx: Ctx, id: OrderId, changes: Partial<OrderDraft>): Promise<OrderView> {
    const { fields } = this;
    return this.taxes.write(ctx, async (tx, taxes) => {
      const [order, lines, custom] = await Promise.all([
        requireOrder(tx, id),
        linesOfOrder(tx, id),
        fields.copied(tx, id),
      ]);
      const draft = {
        ...orderNoun.copied(order),
        lines: lines.filter(isWritten).map((line) => orderLineAgain(line, order.currency)),
        ...changes,
        custom: { ...custom, ...changes.custom },
      };
      // What was typed, and the book that was chosen, were so for the customer of the other.
      const hasLines = draft.lines.length > 0;
      const { accountId, currency } = draft;
      const placed = { ...order, accountId, currency };
      if (isPricedElsewhere(order, placed, { hasLines })) {
        requirePricesWritable(ctx, 'sales-orders');
      }
      const { priceBookId, tiersAcross } = order;
      return draftOrder(tx, { taxes, fields }, draft, { carried: { priceBookId, tiersAcross } });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockQuoteToChange, type LockedQuote } from '../../quotes/change-quote.js';
import { quoteStatusAfter } from '../../quotes/quote.js';
import type { QuoteId } from '../../quotes/quote.description.js';
import { linesOfOrder, orderOfQuote } from '../order.repository.js';
import { orderView, type OrderView } from '../order.view.js';
import { QuoteConversion } from './quote-conversion.js';

/** Makes the order of an accepted quote, once: asked again it answers the same order. */
@Injectable()
export class ConvertQuote {
  constructor(
    private readonly db: Database,
    private readonly conversion: QuoteConversion,
  ) {}

  /** @throws DomainError not_found, quote_status_conflict, order_plan_missing, validation_failed */
  execute(ctx: Ctx, id: QuoteId): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      const order = await this.convertLocked(tx, locked, () => Promise.resolve(true));
      return order as OrderView;
    });
  }

  /**
   * The same of a quote that the caller has locked; null where somebody else is asked first.
   * @param commit whether it may be ordered now, of a quote that could be
   */
  async convertLocked(
    tx: Tx,
    locked: LockedQuote,
    commit: () => Promise<boolean>,
  ): Promise<OrderView | null> {
    const { quote, today } = locked;
    const known = quote.orderId === null ? undefined : await orderOfQuote(tx, quote.id);
    if (known) return orderView(known, await linesOfOrder(tx, known.id));
    quoteStatusAfter(quote, 'convert', today);
    return (await commit()) ? (await this.conversion.convert(tx, locked)).order : null;
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockQuoteToChange } from '../../quotes/change-quote.js';
import type { QuoteId } from '../../quotes/quote.description.js';
import type { OrderView } from '../order.view.js';
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
      const made = await this.conversion.madeOf(tx, locked);
      return made ?? (await this.conversion.convert(tx, locked)).order;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockQuoteToChange } from '../change-quote.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { rejectIn, requestChangesIn } from './decline-in.js';
import type { RequestedChanges } from './requested-changes.js';

/** Staff take down that a customer does not want a quote, or not as it is. */
@Injectable()
export class RejectQuote {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, quote_not_open, quote_expired, quote_superseded */
  execute(ctx: Ctx, id: QuoteId, { reason }: { readonly reason: string }): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => rejectIn(tx, await lockQuoteToChange(tx, id), reason));
  }

  /** @throws DomainError not_found, quote_not_open, quote_expired, quote_superseded */
  requestChanges(ctx: Ctx, id: QuoteId, changes: RequestedChanges): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) =>
      requestChangesIn(tx, await lockQuoteToChange(tx, id), changes),
    );
  }
}

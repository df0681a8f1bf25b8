import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeQuote, lockQuoteAwaited } from '../change-quote.js';
import { QuoteQueries } from '../quote.queries.js';
import type { QuoteId } from '../quote.description.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteView } from '../quote.view.js';

/** Shows a quote to its customer; the first time it is noted who of them has seen it. */
@Injectable()
export class ViewQuote {
  constructor(
    private readonly db: Database,
    private readonly queries: QuoteQueries,
  ) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, id: QuoteId): Promise<QuoteView> {
    const quote = await this.queries.quote(ctx, id);
    if (quote.status !== 'sent' || quote.supersededById !== null) return quote;
    await this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteAwaited(tx, id);
      const { status, supersededById } = locked.quote;
      if (status !== 'sent' || supersededById !== null) return;
      const change = { status: quoteStatusAfter(locked.quote, 'view', locked.today) };
      const note = { event: 'quote.viewed', action: 'quote.viewed' } as const;
      // The customer decides of the version that a list has shown as well: it is the same quote.
      const { version } = locked.quote;
      changeQuote(tx, locked, { ...change, viewedAt: tx.ctx.now }, note, version);
    });
    return this.queries.quote(ctx, id);
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { QuoteId } from './quote.description.js';
import { linesOfQuote, quoteByNumber, requireQuote } from './quote.repository.js';
import { quoteView, type QuoteView } from './quote.view.js';

/** Reads of single quotes, as far as the actor may see them. */
@Injectable()
export class QuoteQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  quote(ctx: Ctx, id: QuoteId): Promise<QuoteView> {
    return this.db.read(ctx, async (tx) => {
      const [quote, lines] = await Promise.all([requireQuote(tx, id), linesOfQuote(tx, id)]);
      return quoteView(quote, lines);
    });
  }

  /** The newest revision of a number, or the one that is told. @throws DomainError not_found */
  quoteByNumber(ctx: Ctx, number: string, revision: number | null): Promise<QuoteView> {
    return this.db.read(ctx, async (tx) => {
      const quote = await quoteByNumber(tx, number, revision);
      return quoteView(quote, await linesOfQuote(tx, quote.id));
    });
  }
}

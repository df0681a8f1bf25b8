import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeQuote, lockQuoteToChange } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import { QUOTES } from '../quote.repository.js';
import { quoteView, type QuoteView } from '../quote.view.js';
import { shareQuote, type SharedLink } from './share-quote.js';

export interface SentQuote {
  readonly quote: QuoteView;
  /** Null where whoever sends may not share it. */
  readonly link: SharedLink | null;
}

/** Marks a quote as handed to the customer and makes, or keeps, the link that it is read by. */
@Injectable()
export class SendQuote {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, quote_not_approved, quote_superseded, quote_expired */
  execute(ctx: Ctx, id: QuoteId): Promise<SentQuote> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      const { quote, lines, today } = locked;
      const status = quoteStatusAfter(quote, 'send', today);
      const mayShare = ctx.permissions.can(QUOTES, 'share');
      const link = mayShare ? await shareQuote(tx, quote) : null;
      if (quote.sentAt !== null) return { quote: quoteView(quote, lines), link };
      const note = { event: 'quote.sent', action: 'quote.sent' } as const;
      return { quote: changeQuote(tx, locked, { status, sentAt: ctx.now }, note), link };
    });
  }
}

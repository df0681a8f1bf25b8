import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeQuote, lockQuoteToChange } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';

/** What a draft has of what is fixed: nothing. */
const OPEN = {
  status: 'draft',
  approval: null,
  content: null,
  contentHash: null,
  submittedAt: null,
  // A draft with a check is one that credit has blocked, which an override submits.
  creditCheckId: null,
} as const;

/** Gives a submitted quote back to whoever writes it. */
@Injectable()
export class ReturnQuote {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, quote_status_conflict */
  execute(
    ctx: Ctx,
    id: QuoteId,
    { note: returnNote }: { readonly note: string },
  ): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      quoteStatusAfter(locked.quote, 'return', locked.today);
      const note = { event: 'record.updated', action: 'quote.returned' } as const;
      return changeQuote(tx, locked, { ...OPEN, returnNote }, note);
    });
  }
}

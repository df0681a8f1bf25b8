import { Injectable } from '@nestjs/common';
import { decidesOwn } from '@quittance/access';
import { Database } from '@quittance/database';
import type { Ctx, UserId } from '@quittance/kernel';
import { pricersOf } from '../pricers.js';
import { contentChanged, ownApproval } from '../../sales.errors.js';
import { changeQuote, lockQuoteToChange } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';

/** Lets a submitted quote be sent. */
@Injectable()
export class ApproveQuote {
  constructor(private readonly db: Database) {}

  /**
   * @param seen the content hash of what the approver has looked at: it may have come back and be
   *   another by now
   * @throws DomainError not_found, quote_status_conflict, content_changed, own_approval
   */
  execute(
    ctx: Ctx,
    id: QuoteId,
    { contentHash: seen }: { readonly contentHash?: string } = {},
  ): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      const { quote, today } = locked;
      const status = quoteStatusAfter(quote, 'approve', today);
      if (seen !== undefined && seen !== quote.contentHash) throw contentChanged();
      const fired = (quote.approval ?? []).length > 0;
      if (fired && (await decidesOwn(tx, sellersOf(quote)))) throw ownApproval();
      const note = { event: 'quote.approved', action: 'quote.approved' } as const;
      return changeQuote(tx, locked, { status, approvedAt: ctx.now }, note);
    });
  }
}

/** Who wrote it, said what it comes to or what it was made of, and submitted it. */
function sellersOf(quote: Quote): (UserId | null)[] {
  return [quote.createdBy, quote.submittedBy, ...pricersOf(quote)];
}

import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeQuote } from './change-quote.js';
import { lockQuoteBehindCredit } from './lock-behind-credit.js';
import { quoteStatusAfter } from './quote.js';
import type { Quote, QuoteId } from './quote.description.js';
import type { QuoteView } from './quote.view.js';

/** By `quote_superseded_key`. */
const GIVE_BACK = sql(`
  update sales.quote set superseded_by_id = null, version = version + 1, updated_at = $3
  where company_id = $1 and superseded_by_id = $2`);

/**
 * Gives up a quote that is not out. A revision that was never sent leaves its place to the one
 * before it, which is the newest again.
 */
@Injectable()
export class CancelQuote {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
  ) {}

  /** @throws DomainError not_found, quote_status_conflict */
  execute(ctx: Ctx, id: QuoteId, { reason }: { readonly reason: string }): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteBehindCredit(tx, id);
      const { quote, today } = locked;
      const status = quoteStatusAfter(quote, 'cancel', today);
      const { accountId } = quote;
      await this.credit.cancelCheck(tx, { accountId, document: { type: 'quote', id } });
      await giveBack(tx, quote);
      const note = { event: 'quote.cancelled', action: 'quote.cancelled' } as const;
      return changeQuote(tx, locked, { status, lossReason: reason, closedAt: ctx.now }, note);
    });
  }
}

async function giveBack(tx: Tx, { id, sentAt }: Quote): Promise<void> {
  if (sentAt === null) await tx.run(GIVE_BACK, [tx.ctx.companyId, id, tx.ctx.now]);
}

import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { quoteNotOpen } from '../../sales.errors.js';
import { lockQuoteAwaited, lockQuoteToChange } from '../change-quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { lockLiveLink, revokeLink } from './quote-link.repository.js';
import { newLink, type SharedLink } from './share-quote.js';

/** Takes back the link of a quote, or puts another in its place. */
@Injectable()
export class RenewQuoteLink {
  constructor(private readonly db: Database) {}

  /**
   * The old link leads nowhere from then on. Of a quote that is decided there is nothing to share
   * anew.
   * @throws DomainError not_found, quote_not_open
   */
  execute(ctx: Ctx, id: QuoteId): Promise<SharedLink> {
    return this.db.write(ctx, async (tx) => {
      const { quote } = await lockQuoteToChange(tx, id);
      if (!isOut(quote)) throw quoteNotOpen({ status: quote.status });
      await revokeLive(tx, quote);
      return newLink(tx, quote);
    });
  }

  /** @throws DomainError not_found where there is no live link */
  revoke(ctx: Ctx, id: QuoteId): Promise<void> {
    return this.db.write(ctx, async (tx) => {
      const { quote } = await lockQuoteAwaited(tx, id);
      if (!(await revokeLive(tx, quote))) throw notFound({ object: 'link of the quote' });
    });
  }
}

function isOut({ status, supersededById }: Quote): boolean {
  return (status === 'sent' || status === 'viewed') && supersededById === null;
}

async function revokeLive(tx: Tx, quote: Quote): Promise<boolean> {
  const live = await lockLiveLink(tx, quote);
  if (!live) return false;
  await revokeLink(tx, live.id);
  const before = { linkId: live.id, expiresOn: live.expiresOn };
  audit(tx, { action: 'quote.link_revoked', object: 'quote', recordId: quote.id, before });
  return true;
}

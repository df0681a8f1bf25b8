import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  acceptanceNoun,
  acceptanceView,
  type Acceptance,
  type AcceptanceView,
} from '../decisions/acceptance.js';
import type { QuoteId } from '../quote.description.js';
import { requireQuote } from '../quote.repository.js';

/** By primary key. */
const OF_QUOTE = sql(`
  select ${acceptanceNoun.rows.select('a')} from sales.quote_acceptance a
  where a.company_id = $1 and a.quote_id = $2`);

/** The acceptance of a quote with its receipt. */
@Injectable()
export class FindReceipt {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  ofQuote(ctx: Ctx, id: QuoteId): Promise<AcceptanceView> {
    return this.db.read(ctx, async (tx) => {
      await requireQuote(tx, id);
      const found = await tx.maybe<Acceptance>(OF_QUOTE, [ctx.companyId, id]);
      if (!found) throw notFound({ object: 'acceptance of the quote' });
      return acceptanceView(found);
    });
  }
}

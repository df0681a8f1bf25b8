import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import { bulkCtx, type Ctx } from '@quittance/kernel';
import { changeQuote } from './change-quote.js';
import { quotes } from './quote.repository.js';
import type { Quote } from './quote.description.js';
import { quoteStatusAfter } from './quote.js';

/** Quotes of one transaction. */
const BATCH = 200;

/** Open quotes whose last day is over; by `quote_open_index`. Those somebody holds wait. */
const OVERDUE = sql(`
  select ${quotes.select('q')} from sales.quote q
  where q.company_id = $1 and q.valid_until < $2 and q.status in ('approved','sent','viewed')
    and q.superseded_by_id is null
  order by q.valid_until, q.id limit $3 for no key update skip locked`);

/** Marks the quotes of a company that can be accepted no more. */
@Injectable()
export class ExpireQuotes {
  constructor(private readonly db: Database) {}

  /** Answers how many have expired. */
  async execute(ctx: Ctx): Promise<number> {
    const bulk = bulkCtx(ctx);
    let expired = 0;
    for (let batch = BATCH; batch === BATCH; expired += batch) {
      batch = await this.db.write(bulk, async (tx) => expireBatch(tx, await readToday(tx)));
    }
    return expired;
  }
}

async function expireBatch(tx: Tx, today: LocalDate): Promise<number> {
  const found = await tx.rows<Quote>(OVERDUE, [tx.ctx.companyId, today, BATCH]);
  for (const quote of found) {
    const status = quoteStatusAfter(quote, 'expire', today);
    const note = { event: 'quote.expired', action: 'quote.expired' } as const;
    changeQuote(tx, { quote, lines: [] }, { status, closedAt: tx.ctx.now }, note);
  }
  return found.length;
}

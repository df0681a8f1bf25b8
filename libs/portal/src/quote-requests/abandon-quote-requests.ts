import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, sql, type Sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { quoteRequestNoun, type QuoteRequest } from './quote-request.js';
import { storeRequest } from './quote-request.repository.js';

const AT_ONCE = 200;
const COLUMNS = quoteRequestNoun.rows.select('r');

/** Drafts that nobody touched for so long; by quote_request_untouched_index. */
const UNTOUCHED = sql(`
  select ${COLUMNS} from portal.quote_request r
  where r.company_id = $1 and r.status = 'draft' and not r.abandoned
    and r.updated_at < $2::timestamptz - interval '14 days'
  order by r.updated_at, r.id limit ${AT_ONCE} for no key update skip locked`);

/** Quotes whose last day is over, unanswered; by quote_request_unanswered_index. */
const UNANSWERED = sql(`
  select ${COLUMNS} from portal.quote_request r
  join sales.pub_quote q on q.company_id = $1 and q.id = r.quote_id
  where r.company_id = $1 and r.status = 'ready' and not r.abandoned
    and q.valid_until < $2::date and q.status in ('sent', 'viewed', 'expired')
  order by r.id limit ${AT_ONCE} for no key update of r skip locked`);

/** Marks what customers have asked for and left. It is theirs still, and they may go on. */
@Injectable()
export class AbandonQuoteRequests {
  constructor(private readonly db: Database) {}

  /** Answers how many there were. */
  async execute(ctx: Ctx): Promise<number> {
    const today = await this.db.read(ctx, readToday);
    return (await this.all(ctx, UNTOUCHED, ctx.now)) + (await this.all(ctx, UNANSWERED, today));
  }

  private async all(ctx: Ctx, statement: Sql, until: string): Promise<number> {
    for (let marked = 0; ;) {
      const some = await this.some(ctx, statement, until);
      marked += some;
      if (some < AT_ONCE) return marked;
    }
  }

  private some(ctx: Ctx, statement: Sql, until: string): Promise<number> {
    return this.db.write(ctx, async (tx) => {
      const left = await tx.rows<QuoteRequest>(statement, [ctx.companyId, until]);
      const change = { abandoned: true, abandonedAt: ctx.now };
      for (const request of left) storeRequest(tx, 'quote_request.abandoned', request, change);
      return left.length;
    });
  }
}

import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import { quoteRequestNoun, type QuoteRequest } from './quote-request.js';
import { storeRequest } from './quote-request.repository.js';
import { requestStatusAfter } from './request-status.js';

/** States of a quote that the request it was made of goes by. */
const FOLLOWED: readonly string[] = [
  'sent',
  'accepted',
  'rejected',
  'changes_requested',
  'ordered',
];

interface QuoteOfRequest {
  readonly requestId: string;
  readonly quoteId: Id<'quote'>;
  readonly status: string;
  readonly orderId: Id<'sales-order'> | null;
}

/** What is told of a quote. */
interface QuoteMove {
  readonly id: string;
  readonly status: string;
  readonly supersededById: string | null;
}

/** By primary key of the quotes, by quote_request_quote_key, and by the orders of a quote. */
const OF_QUOTES = sql(`
  select r.id as "requestId", q.id as "quoteId", q.status, o.id as "orderId"
  from sales.pub_quote q
  join portal.quote_request r on r.company_id = $1 and r.quote_number = q.number
  left join sales.pub_sales_order o on o.company_id = $1 and o.quote_id = q.id
  where q.company_id = $1 and q.id = any($2::uuid[]) and q.status = any($3::text[])
  order by q.revision, o.created_at`);

/** By primary key, in the order of their ids. */
const LOCK = sql(`
  select ${quoteRequestNoun.rows.select('r')} from portal.quote_request r
  where r.company_id = $1 and r.id = any($2::uuid[]) order by r.id for no key update`);

/**
 * What becomes of requests as their quotes are sent, answered and ordered, in the transaction in
 * which that happens. What the quote is by its end is read anew.
 */
export async function followQuotes(tx: Tx, moves: readonly QuoteMove[]): Promise<void> {
  const standing = moves.filter(({ supersededById }) => supersededById === null);
  const ids = standing.flatMap(({ id, status }) => (FOLLOWED.includes(status) ? [id] : []));
  if (ids.length === 0) return;
  const { companyId } = tx.ctx;
  const found = await tx.rows<QuoteOfRequest>(OF_QUOTES, [companyId, ids, FOLLOWED]);
  if (found.length === 0) return;
  const byRequest = new Map(found.map((each) => [each.requestId, each]));
  const requests = await tx.rows<QuoteRequest>(LOCK, [companyId, [...byRequest.keys()]]);
  for (const request of requests) {
    const quote = byRequest.get(request.id);
    if (quote) followQuote(tx, request, quote);
  }
}

function followQuote(tx: Tx, request: QuoteRequest, quote: QuoteOfRequest): void {
  const { quoteId, orderId } = quote;
  const { now } = tx.ctx;
  if (quote.status === 'sent') {
    const status = requestStatusAfter(request.status, 'send');
    const isNews = status !== request.status || quoteId !== request.quoteId;
    if (!status || !isNews) return;
    const change = { status, quoteId, readyAt: request.readyAt ?? now };
    storeRequest(tx, 'quote_request.ready', request, change);
    return;
  }
  // Whoever answers a quote has come back to what they asked for.
  const acted = { quoteId, abandoned: false, abandonedAt: null };
  if (quote.status === 'ordered' && orderId !== null && !request.converted) {
    // One that was taken back or declined stays so: the order shows that it came to one anyway.
    const status = requestStatusAfter(request.status, 'order') ?? request.status;
    const change = { ...acted, status, orderId, converted: true, convertedAt: now };
    storeRequest(tx, 'quote_request.converted', request, change);
  } else if (request.abandoned) {
    storeRequest(tx, 'quote_request.answered', request, acted);
  }
}

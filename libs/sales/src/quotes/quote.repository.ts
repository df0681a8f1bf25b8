import { arrays, sentAnswers, sql, type LockedTx, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import { quoteLineNoun, type QuoteLine } from './lines/quote-line.description.js';
import { quoteNoun, type Quote, type QuoteId } from './quote.description.js';

/** The columns and set inserts of quotes and their lines. */
export const quotes = quoteNoun.rows;
export const quoteLines = quoteLineNoun.rows;

/** Row of the role matrix. */
export const QUOTES = 'quotes';

/** By primary key. */
const FIND = `
  select ${quotes.select('q')} from sales.quote q where q.company_id = $1 and q.id = $2`;
const FIND_QUOTE = sql(FIND);
/** `no key update`: rows that only refer to the quote are not made to wait. */
const LOCK_QUOTE = sql(`${FIND} for no key update`);

const AMONG = `
  select ${quotes.select('q')} from sales.quote q
  where q.company_id = $1 and q.id = any($2::uuid[])`;

/**
 * The newest revision of a number, or one that is told; by `quote_number_key`. One that was
 * cancelled before it was sent took no place.
 */
const BY_NUMBER = sql(`
  select ${quotes.select('q')} from sales.quote q
  where q.company_id = $1 and q.number = $2 and ($3::integer is null or q.revision = $3)
  order by q.status = 'cancelled' and q.sent_at is null, q.revision desc limit 1`);

/** By `quote_number_key`. */
const LAST_REVISION = sql(`
  select max(q.revision) as revision from sales.quote q
  where q.company_id = $1 and q.number = $2`);

/** Lines of one quote in its order, by primary key prefix. */
const LINES = sql(`
  select ${quoteLines.select('l')} from sales.quote_line l
  where l.company_id = $1 and l.quote_id = $2 order by l.position`);

/** Lines of many in the order of each, by primary key prefix. */
const LINES_OF_MANY = sql(`
  select ${quoteLines.select('l')} from sales.quote_line l
  where l.company_id = $1 and l.quote_id = any($2::uuid[]) order by l.quote_id, l.position`);

const DELETE_LINES = sql(`delete from sales.quote_line where company_id = $1 and quote_id = $2`);

/** Whether the actor may see a quote: its own owner decides. */
const SEEN = `select from sales.quote q where q.company_id = $1 and q.id = $2`;

/** A quote, not locked, whoever may see it. */
export function findQuote(tx: Tx, id: QuoteId): Promise<Quote | undefined> {
  return tx.maybe<Quote>(FIND_QUOTE, [tx.ctx.companyId, id]);
}

/** As far as the actor may see it. @throws DomainError not_found */
export async function requireQuote(tx: Tx, id: QuoteId): Promise<Quote> {
  const [quote] = await Promise.all([findQuote(tx, id), requireSeen(tx, id)]);
  if (!quote) throw notFound({ object: 'quote' });
  return quote;
}

/** As far as the actor may see it. @throws DomainError not_found */
export async function quoteByNumber(
  tx: Tx,
  number: string,
  revision: number | null,
): Promise<Quote> {
  const quote = await tx.maybe<Quote>(BY_NUMBER, [tx.ctx.companyId, number, revision]);
  if (!quote) throw notFound({ object: 'quote' });
  await requireSeen(tx, quote.id);
  return quote;
}

/** The highest of a number, also of one that came to nothing. */
export async function lastRevision(tx: Tx, number: string): Promise<number> {
  const { revision } = await tx.one<{ revision: number }>(LAST_REVISION, [
    tx.ctx.companyId,
    number,
  ]);
  return revision;
}

/** @throws DomainError not_found */
async function requireSeen(tx: Tx, id: QuoteId): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, QUOTES, 'q', (value) => `$${params.push(value)}`);
  if (scope === null) return;
  if (!(await tx.maybe(`${SEEN} and ${scope}`, params))) throw notFound({ object: 'quote' });
}

/** Locked, whoever may see it. @throws DomainError not_found */
export async function lockAnyQuote(tx: Tx, id: QuoteId): Promise<Quote> {
  const quote = await tx.maybe<Quote>(LOCK_QUOTE, [tx.ctx.companyId, id]);
  if (!quote) throw notFound({ object: 'quote' });
  return quote;
}

/** Locked, as far as the actor may see it. @throws DomainError not_found */
export async function lockQuote(tx: Tx, id: QuoteId): Promise<Quote> {
  const quote = await lockAnyQuote(tx, id);
  await requireSeen(tx, id);
  return quote;
}

/** Those that there are and the actor may see, in the order of their ids; by primary key. */
export function lockQuotes(tx: Tx, ids: readonly QuoteId[]): Promise<Quote[]> {
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const scope = rowScope.owned(tx.ctx, QUOTES, 'q', (value) => `$${params.push(value)}`);
  const seen = scope === null ? '' : `and ${scope}`;
  return tx.rows<Quote>(`${AMONG} ${seen} order by q.id for no key update of q`, params);
}

export function linesOfQuote(tx: Tx | LockedTx, id: QuoteId): Promise<QuoteLine[]> {
  return tx.rows<QuoteLine>(LINES, [tx.ctx.companyId, id]);
}

/** Stores a locked quote as it is now. The statement is sent before this returns. */
export const storeQuote = quoteNoun.store;

/** Puts these lines in place of all the quote has. Sent before this returns. */
export async function replaceQuoteLines(
  tx: Tx,
  id: QuoteId,
  lines: readonly QuoteLine[],
): Promise<void> {
  await sentAnswers.together([
    tx.run(DELETE_LINES, [tx.ctx.companyId, id]),
    quoteLines.insert(tx, lines),
  ]);
}

/** Lines of all of them, in the order of each. */
export function linesOfQuotes(tx: Tx, ids: readonly QuoteId[]): Promise<QuoteLine[]> {
  return tx.rows<QuoteLine>(LINES_OF_MANY, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
}

import type { LocalDate } from '@quittance/calendar';
import { rowSetOf, sql, type Tx } from '@quittance/database';
import type { Id, Instant, UserId } from '@quittance/kernel';
import type { Quote, QuoteId } from '../quote.description.js';

export type QuoteLinkId = Id<'quote-link'>;

export interface QuoteLink {
  readonly id: QuoteLinkId;
  readonly quoteId: QuoteId;
  readonly tokenHash: string;
  /** The last day on which it leads anywhere. */
  readonly expiresOn: LocalDate;
  readonly opens: number;
  readonly lastOpenedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
}

const column = (property: string, name: string, type: string) => ({ property, name, type });

const links = rowSetOf<QuoteLink>('sales.quote_link', [
  column('id', 'id', 'uuid'),
  column('quoteId', 'quote_id', 'uuid'),
  column('tokenHash', 'token_hash', 'text'),
  column('expiresOn', 'expires_on', 'date'),
  column('opens', 'opens', 'integer'),
  column('lastOpenedAt', 'last_opened_at', 'timestamptz'),
  column('revokedAt', 'revoked_at', 'timestamptz'),
  column('createdBy', 'created_by', 'uuid'),
  column('createdAt', 'created_at', 'timestamptz'),
]);

/** By `quote_link_token_key`. */
const BY_TOKEN = sql(`
  select ${links.select('l')} from sales.quote_link l
  where l.company_id = $1 and l.token_hash = $2`);

/** The live link of a quote or of a revision before it; by `quote_number_key`. */
const LIVE = sql(`
  select ${links.select('l')} from sales.quote q
  join sales.quote_link l on l.company_id = $1 and l.quote_id = q.id and l.revoked_at is null
  where q.company_id = $1 and q.number = $2 and q.revision <= $3
  order by q.revision desc limit 1 for no key update of l`);

/** The link that an e-mail's word opens; by primary key of the word. */
const BY_WORD = sql(`
  select ${links.select('l')} from sales.quote_link_word w
  join sales.quote_link l on l.company_id = $1 and l.id = w.link_id
  where w.company_id = $1 and w.token_hash = $2`);

/** By `quote_link_live_key`; taken back by nobody meanwhile. */
const LIVE_OF = sql(`
  select ${links.select('l')} from sales.quote_link l
  where l.company_id = $1 and l.quote_id = $2 and l.revoked_at is null for no key update`);

const COUNT = sql(`
  update sales.quote_link set opens = opens + 1, last_opened_at = $3
  where company_id = $1 and id = $2`);

const MOVE = sql(`
  update sales.quote_link set quote_id = $3, expires_on = $4 where company_id = $1 and id = $2`);

const REVOKE = sql(`
  update sales.quote_link set revoked_at = $3 where company_id = $1 and id = $2`);

/** By the word that it was made with, or by one that an e-mail has. */
export async function linkByToken(tx: Tx, tokenHash: string): Promise<QuoteLink | undefined> {
  const params = [tx.ctx.companyId, tokenHash];
  const first = await tx.maybe<QuoteLink>(BY_TOKEN, params);
  return first ?? tx.maybe<QuoteLink>(BY_WORD, params);
}

/** The link that leads to a quote at this moment; locked. */
export function liveLinkOf(tx: Tx, id: QuoteId): Promise<QuoteLink | undefined> {
  return tx.maybe<QuoteLink>(LIVE_OF, [tx.ctx.companyId, id]);
}

/** The link that leads to a quote, or will once it is sent; locked. */
export function lockLiveLink(
  tx: Tx,
  { number, revision }: Pick<Quote, 'number' | 'revision'>,
): Promise<QuoteLink | undefined> {
  return tx.maybe<QuoteLink>(LIVE, [tx.ctx.companyId, number, revision]);
}

export async function insertLink(tx: Tx, link: QuoteLink): Promise<void> {
  await links.insert(tx, [link]);
}

export async function countOpening(tx: Tx, id: QuoteLinkId): Promise<void> {
  await tx.run(COUNT, [tx.ctx.companyId, id, tx.ctx.now]);
}

/** The link leads to another revision. */
export async function moveLink(
  tx: Tx,
  id: QuoteLinkId,
  quoteId: QuoteId,
  expiresOn: LocalDate,
): Promise<void> {
  await tx.run(MOVE, [tx.ctx.companyId, id, quoteId, expiresOn]);
}

export async function revokeLink(tx: Tx, id: QuoteLinkId): Promise<void> {
  await tx.run(REVOKE, [tx.ctx.companyId, id, tx.ctx.now]);
}

import { sql } from '@quittance/database';
import type { RecordId } from '@quittance/metadata';
import type { OriginFinder } from '@quittance/objects';
import { REQUEST_OBJECT } from './attach-to-request.js';

/** By quote_request_quote_key: all revisions of a quote bear its number. */
const OF_QUOTE = sql(`
  select r.id from sales.pub_quote q
  join portal.quote_request r on r.company_id = $1 and r.quote_number = q.number
  where q.company_id = $1 and q.id = $2`);

/**
 * The request that a quote was made of: its files are shown with the quote, in each of its
 * revisions, to whoever sees that. Of the request itself nothing else is.
 */
export const requestsOfQuote: OriginFinder = async (tx, { name }, recordId) => {
  if (name !== 'quote') return [];
  const found = await tx.rows<{ id: RecordId }>(OF_QUOTE, [tx.ctx.companyId, recordId]);
  return found.map(({ id }) => ({ object: REQUEST_OBJECT.name, recordId: id }));
};

import { countActs } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import { quoteSubmittedTooOften } from '../../sales.errors.js';
import type { Quote } from '../quote.description.js';
import { readApproval } from './quote-approval.repository.js';

/** Of one quote, all its revisions together, within 24 hours. */
export const MOST_OF_QUOTE = 10;
/** Of all quotes by one person within 24 hours: more than anybody writes. */
export const MOST_OF_PERSON = 50;

/** In seconds. */
const DAY = 86_400;

/** By `quote_number_key`. */
const REVISIONS = sql(`select q.id from sales.quote q where q.company_id = $1 and q.number = $2`);

/**
 * Each submission that a margin may stop tells whether a price is above it: whoever may not see
 * costs of products tries no more prices than somebody who sells.
 * @throws DomainError quote_submitted_too_often
 */
export async function refuseOften(tx: Tx, { number }: Pick<Quote, 'number'>): Promise<void> {
  const { ctx } = tx;
  if (ctx.permissions.can('product-costs', 'view')) return;
  const [{ rules }, revisions] = await Promise.all([
    readApproval(tx),
    tx.rows<{ id: string }>(REVISIONS, [ctx.companyId, number]),
  ]);
  if (!rules.some(({ minMargin }) => minMargin !== null)) return;
  const { ofRecords, ofActor } = await countActs(tx, {
    action: 'quote.submitted',
    since: addSeconds(ctx.now, -DAY),
    actorId: ctx.userId,
    recordIds: revisions.map(({ id }) => id),
  });
  if (ofRecords < MOST_OF_QUOTE && ofActor < MOST_OF_PERSON) return;
  throw quoteSubmittedTooOften({ ofQuote: MOST_OF_QUOTE, ofPerson: MOST_OF_PERSON });
}

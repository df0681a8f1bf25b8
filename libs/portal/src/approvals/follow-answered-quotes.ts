import { arrays, sql, type Tx } from '@quittance/database';
import { APPROVAL_COLUMNS, type ToldApproval } from './approval.js';
import { changeApproval } from './approval.repository.js';

/**
 * Whether a quote `q` was decided otherwise than by the request `a` about it. One that has expired
 * is left to the sweep, which tells both that nobody decided in time.
 */
export const DECIDED_OTHERWISE = `
  case a.subject when 'quote' then q.status not in ('sent', 'viewed', 'expired')
      or q.superseded_by_id is not null
    else q.status <> 'accepted' end`;

/** By approval_quote_key. */
const OVER = sql(`
  select ${APPROVAL_COLUMNS} from portal.approval a
  join sales.pub_quote q on q.company_id = $1 and q.id = a.quote_id
  where a.company_id = $1 and a.quote_id = any($2::uuid[]) and a.order_id is null
    and a.status = 'pending' and ${DECIDED_OTHERWISE}
  order by a.id for no key update of a`);

/**
 * What waited with a quote waits no longer once that was decided otherwise: by staff, by a share
 * link, by a colleague. In the transaction of the answer, behind the lock of the quote.
 */
export async function followAnsweredQuotes(
  tx: Tx,
  moves: readonly { readonly id: string }[],
): Promise<void> {
  const ids = arrays.uuid(moves, ({ id }) => id);
  const open = await tx.rows<ToldApproval>(OVER, [tx.ctx.companyId, ids]);
  for (const approval of open) {
    const reason = 'The quote was decided otherwise';
    const change = { status: 'withdrawn', decidedAt: tx.ctx.now, reason } as const;
    await changeApproval(tx, approval, change, { action: 'approval.withdrawn' });
  }
}

import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import { APPROVAL_COLUMNS, type ToldApproval } from './approval.js';
import { changeApproval } from './approval.repository.js';

/** By approval_order_key and approval_quote_key. */
const OPEN = (column: 'order_id' | 'quote_id') =>
  sql(`select ${APPROVAL_COLUMNS} from portal.approval a
    where a.company_id = $1 and a.${column} = $2 and a.status = 'pending'
    order by a.id for no key update of a`);
const OF_ORDER = OPEN('order_id');
const OF_QUOTE = OPEN('quote_id');

/**
 * What waited with an order or a quote waits no longer, since that was decided otherwise. Behind
 * the lock of it.
 */
export async function closeRequests(
  tx: Tx,
  of: { readonly orderId: OrderId } | { readonly quoteId: Id<'quote'> },
  reason: string,
): Promise<void> {
  const [statement, id] = 'orderId' in of ? [OF_ORDER, of.orderId] : [OF_QUOTE, of.quoteId];
  const open = await tx.rows<ToldApproval>(statement, [tx.ctx.companyId, id]);
  for (const approval of open) {
    const change = { status: 'withdrawn', decidedAt: tx.ctx.now, reason } as const;
    await changeApproval(tx, approval, change, { action: 'approval.withdrawn' });
  }
}

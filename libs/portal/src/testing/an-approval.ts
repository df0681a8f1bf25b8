import type { Database } from '@quittance/database';
import type { AccountId, Ctx, Id } from '@quittance/kernel';
import type { ApprovalId } from '../approvals/approval.js';
import { askApproval } from '../approvals/ask-approval.js';
import { aPortalUser } from './a-portal-user.js';

/** A request of a user of a customer to have a quote ordered, which a colleague may approve. */
export async function anApproval(
  db: Database,
  ctx: Ctx,
  { accountId, quoteId }: { readonly accountId: AccountId; readonly quoteId: Id<'quote'> },
): Promise<ApprovalId> {
  const asks = await aPortalUser(db, ctx, { partyId: accountId, role: 'Buyer' });
  await aPortalUser(db, ctx, { partyId: accountId, role: 'Approver' });
  const { id } = await db.write(ctx, (tx) =>
    askApproval(tx, {
      accountId,
      userId: asks.id,
      total: 1_000n,
      currency: 'EUR',
      note: null,
      before: null,
      subject: 'quote_order',
      quoteId,
      orderId: null,
      subscriptionId: null,
      asked: null,
    }),
  );
  return id;
}

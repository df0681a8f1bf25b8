import { sql, type Tx } from '@quittance/database';
import { invalidField, type AccountId, type Id } from '@quittance/kernel';

/** By primary key. */
const SUBSCRIBER = sql(`select s.account_id as "accountId" from sales.subscription s
  where s.company_id = $1 and s.id = $2`);

/**
 * That what an invoice says it bills is a subscription of whom it bills: what is overdue of one
 * customer must not stop the service of another.
 * @throws DomainError validation_failed
 */
export async function requireBilledSubscription(
  tx: Tx,
  { accountId, subscriptionId }: BilledSubscription,
): Promise<void> {
  if (subscriptionId === null || subscriptionId === undefined) return;
  const found = await tx.maybe<{ accountId: AccountId }>(SUBSCRIBER, [
    tx.ctx.companyId,
    subscriptionId,
  ]);
  const refuse = (code: string, message: string) => invalidField('/subscriptionId', code, message);
  if (!found) throw refuse('not_found', 'There is no such subscription.');
  if (found.accountId !== accountId) throw refuse('account', 'is one of another account');
}

interface BilledSubscription {
  readonly accountId: AccountId;
  readonly subscriptionId?: Id<'subscription'> | null;
}

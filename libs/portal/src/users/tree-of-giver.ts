import { reach, rightBeyondOwn } from '@quittance/access';
import { accountsBelow } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import { partnersBelow } from '@quittance/partner';
import { beyondGiver } from './beyond-own.js';
import type { PortalStanding } from './portal-user.js';
import type { StoredPortalUser } from './portal-user.repository.js';

/** Whose standing it is. */
type OfParty = Pick<StoredPortalUser, 'directory' | 'partyId'>;

/**
 * Somebody of the staff lets nobody see accounts that they do not see themselves: a level that goes
 * down the tree takes a giver who reaches all of it. A change that adds nothing gives nothing.
 * @throws DomainError right_beyond_own
 */
export async function requireTreeOfGiver(
  tx: Tx,
  { directory, partyId }: OfParty,
  after: PortalStanding,
  before?: PortalStanding,
): Promise<void> {
  if (directory === 'vendor' || after.accessLevel !== 'account_tree') return;
  if (before && !addsTo(before, after)) return;
  const { ctx } = tx;
  const isCustomer = directory === 'customer';
  const params: unknown[] = [ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { permissions } = ctx;
  const widest = reach.narrower([
    permissions.scope('portal-users'),
    reach.beside(permissions, [isCustomer ? 'accounts' : 'ledger-accounts']),
  ]);
  const scope = reach.within(ctx, widest, { ways: [[]], alias: 'p' }, bind);
  if (scope === null) return;
  const below = isCustomer
    ? await accountsBelow(tx, partyId as AccountId)
    : await partnersBelow(tx, partyId as Id<'ledger-account'>);
  const tree = bind(below);
  const view = isCustomer ? 'crm.pub_customer' : 'crm.pub_trading_partner';
  const beyond = await tx.maybe(
    `select 1 from ${view} p
     where p.company_id = $1 and p.id = any(${tree}::uuid[]) and (${scope}) is not true limit 1`,
    params,
  );
  if (beyond) throw rightBeyondOwn({ what: 'what is below is not all within your reach' });
}

/** Whether somebody may do, see or spend what they could not before. */
function addsTo(before: PortalStanding, after: PortalStanding): boolean {
  const { permissions, accessLevel, limit } = before;
  const rights = new Set(
    Object.entries(permissions).flatMap(([right, has]) => (has ? [right as never] : [])),
  );
  if (before.role !== 'Admin' && after.role === 'Admin') return true;
  return beyondGiver({ rights, accessLevel, approvalLimit: limit }, after) !== undefined;
}

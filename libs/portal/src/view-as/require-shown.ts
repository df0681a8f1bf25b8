import { sight } from '@quittance/lists';
import { requireGrant } from '@quittance/access';
import type { Tx } from '@quittance/database';
import type { Ctx, Id } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import { partnersBelow } from '@quittance/partner';
import type { PortalActor } from '../actors/portal-actor.js';
import { viewAsExceedsRights } from '../portal.errors.js';
import { resolveScope } from '../scope/portal-scope.js';
import { SHOWN_RESOURCES } from './shown-resources.js';

/** Whom somebody would look on as: who they are, and how far they reach. */
export type ViewedUser = Pick<
  PortalActor,
  'directory' | 'partyId' | 'portalUserId' | 'accessLevel' | 'rights' | 'contactId'
>;

/** Somebody of the staff with what they may do, and as whom they look on. */
export interface Onlooker {
  readonly staff: Ctx;
  readonly user: ViewedUser;
}

/**
 * Whoever looks on as a user of a portal sees nothing that they may not see as staff: each resource
 * that the portal shows, and with it every account that the user reaches, by the scope of that
 * resource. @throws DomainError grant_required, view_as_exceeds_rights
 */
export async function requireShown(tx: Tx, { staff, user }: Onlooker): Promise<void> {
  requireGrant(staff, 'viewAs');
  const shown = SHOWN_RESOURCES[user.directory];
  const hidden = shown.find(
    (resource) =>
      !staff.permissions.can(resource, 'view') || sight.hides(staff.permissions, resource),
  );
  if (hidden !== undefined) throw viewAsExceedsRights({ resource: hidden });
  const narrow = shown.filter((resource) => staff.permissions.scope(resource, 'view') !== 'all');
  if (narrow.length === 0) return;
  const parties = await partiesOf(tx, user);
  for (const resource of narrow) {
    if (!(await areWithin(tx, { staff, resource, user, parties }))) {
      throw viewAsExceedsRights({ resource });
    }
  }
}

/** Whose records the portal shows: of the tree of a partner it is that of the programme. */
async function partiesOf(tx: Tx, user: ViewedUser): Promise<readonly string[]> {
  if (user.directory === 'partner' && user.accessLevel === 'account_tree') {
    return partnersBelow(tx, user.partyId as Id<'ledger-account'>);
  }
  const { accountIds, partyId } = await resolveScope(tx, user as PortalActor);
  return accountIds.length > 0 ? accountIds : [partyId];
}

interface Asked extends Onlooker {
  readonly resource: string;
  readonly parties: readonly string[];
}

/** Whether the scope of a resource reaches all of the parties, by their owners. */
async function areWithin(tx: Tx, { staff, resource, user, parties }: Asked): Promise<boolean> {
  const params: unknown[] = [tx.ctx.companyId, parties];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = rowScope.owned(staff, resource, 'p', bind, 'view') ?? 'true';
  const view = user.directory === 'customer' ? 'crm.pub_customer' : 'crm.pub_trading_partner';
  const beyond = await tx.maybe(
    `select 1 from ${view} p
     where p.company_id = $1 and p.id = any($2::uuid[]) and (${scope}) is not true limit 1`,
    params,
  );
  return beyond === undefined;
}

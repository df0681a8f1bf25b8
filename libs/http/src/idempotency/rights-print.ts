import { saidByRights } from '@quittance/access';
import type { Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { createHmac, type KeyObject } from 'node:crypto';

/** What of a portal is shown beside what the user says of it: of others nothing. */
export interface ShownInPortal {
  readonly opened: readonly string[];
  readonly tree: readonly string[];
}

/**
 * Which records its caller may see, as a print that is another as soon as that is: of staff and
 * keys their rights with scopes and the team, of a portal user the party, the level and the rights,
 * the parties below where the level is a tree, and the fields that their company has opened to the
 * portal. An answer that was made under others is not sent again; fields that are kept from staff
 * since are left out of it.
 */
export function rightsPrint(
  ctx: Ctx,
  printKey: KeyObject,
  shown: ShownInPortal = { opened: [], tree: [] },
): Buffer {
  return createHmac('sha256', printKey)
    .update('rights\n')
    .update(JSON.stringify(seenBy(ctx, shown)))
    .digest();
}

function seenBy(ctx: Ctx, { opened, tree }: ShownInPortal): readonly unknown[] {
  const { portal } = ctx as Partial<PortalCtx>;
  if (!portal) return [saidByRights(ctx.permissions), ctx.team ?? null];
  const { directory, partyId, role, accessLevel, rights, contactId } = portal;
  const seen = [directory, partyId, role, accessLevel, [...rights].sort(), contactId];
  if (tree.length > 0) return [...seen, opened, tree];
  return opened.length === 0 ? seen : [...seen, opened];
}

import { saidByRights } from '@quittance/access';
import type { Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Which records its caller may see, as a print that is another as soon as that is: of staff and
 * keys their rights with scopes and the team, of a portal user the party, the level and the rights,
 * and the fields that their company has opened to the portal. An answer that was made under others
 * is not sent again; fields that are kept from staff since are left out of it.
 */
export function rightsPrint(ctx: Ctx, printKey: KeyObject, opened: readonly string[] = []): Buffer {
  return createHmac('sha256', printKey)
    .update('rights\n')
    .update(JSON.stringify(seenBy(ctx, opened)))
    .digest();
}

function seenBy(ctx: Ctx, opened: readonly string[]): readonly unknown[] {
  const { portal } = ctx as Partial<PortalCtx>;
  if (!portal) return [saidByRights(ctx.permissions), ctx.team ?? null];
  const { directory, partyId, role, accessLevel, rights, contactId } = portal;
  const seen = [directory, partyId, role, accessLevel, [...rights].sort(), contactId];
  return opened.length === 0 ? seen : [...seen, opened];
}

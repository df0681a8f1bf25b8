import { saidByRights } from '@quittance/access';
import type { Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Which records its caller may see, as a print that is another as soon as that is: of staff and
 * keys their rights with scopes and the team, of a portal user the party, the level, the rights and
 * the company's model, which says what fields are opened to portals. An answer that was made under
 * others is not sent again; fields that are kept from staff since are left out of it.
 */
export function rightsPrint(ctx: Ctx, printKey: KeyObject): Buffer {
  return createHmac('sha256', printKey)
    .update('rights\n')
    .update(JSON.stringify(seenBy(ctx)))
    .digest();
}

function seenBy(ctx: Ctx): readonly unknown[] {
  const { portal } = ctx as Partial<PortalCtx>;
  if (!portal) return [saidByRights(ctx.permissions), ctx.team ?? null];
  const { directory, partyId, role, accessLevel, rights, contactId } = portal;
  const { metadataVersion = null } = ctx;
  return [directory, partyId, role, accessLevel, [...rights].sort(), contactId, metadataVersion];
}

import type { Ctx } from '@quittance/kernel';
import { administratorRequired, grantRequired } from './access.errors.js';
import type { Grant } from './catalogue/resources.js';

/** @throws DomainError grant_required */
export function requireGrant(ctx: Ctx, grant: Grant): void {
  if (!ctx.permissions.granted(grant)) throw grantRequired({ grant });
}

/**
 * `what` completes "Only a user with the Admin role may …". @throws DomainError
 * administrator_required
 */
export function requireAdministrator(ctx: Ctx, what: string): void {
  if (!ctx.permissions.all) throw administratorRequired({ what });
}

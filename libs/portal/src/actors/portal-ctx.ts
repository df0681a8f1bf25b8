import { ALL_PERMISSIONS, type Ctx, type Permissions } from '@quittance/kernel';
import type { PortalCtx } from './portal-actor.js';

/**
 * A portal user has no row in the matrix of staff: what asks for one of its rights refuses, unless
 * the portal says that it has narrowed the work to what the user reaches.
 */
export const NO_STAFF_RIGHTS: Permissions = Object.freeze({
  all: false,
  can: () => false,
  granted: () => false,
  scope: () => 'own' as const,
});

/**
 * The context for an operation of another lib, once the records that it is about were found within
 * the scope of the user. The user stays the actor; the rights of the portal were asked before.
 */
export function withinReach(ctx: PortalCtx): Ctx {
  return Object.freeze({ ...ctx, permissions: ALL_PERMISSIONS });
}

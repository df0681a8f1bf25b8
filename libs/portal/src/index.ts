export { PortalActorReader } from './actors/portal-actor-reader.js';
export {
  type AccessLevel,
  type ApprovalLimit,
  type PortalActor,
  type PortalCtx,
  type PortalDirectory,
  type PortalRight,
  type PortalUserId,
  reaches,
} from './actors/portal-actor.js';
export { PortalActorsModule } from './actors/portal-actors.module.js';
export { NO_STAFF_RIGHTS, withinReach } from './actors/portal-ctx.js';
export { accessLevelTooLow, portalRefusals, referenceNotFoundAt } from './portal.errors.js';
export { accountInReach, type PortalScope, resolveScope } from './scope/portal-scope.js';

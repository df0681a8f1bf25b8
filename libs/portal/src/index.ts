export { PortalActorReader } from './actors/portal-actor-reader.js';
export {
  type AccessLevel,
  type PortalActor,
  type PortalCtx,
  type PortalDirectory,
  type PortalRight,
  type PortalUserId,
  reaches,
} from './actors/portal-actor.js';
export { PortalActorsModule } from './actors/portal-actors.module.js';
export { withinReach } from './actors/portal-ctx.js';
export { NO_STAFF_RIGHTS } from './actors/portal-ctx.js';
export { accessLevelTooLow, portalRefusals } from './portal.errors.js';

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
export { Commitments } from './approvals/commitments.js';
export { CustomerPortalModule } from './customer-portal.module.js';
export { NO_STAFF_RIGHTS, withinReach } from './actors/portal-ctx.js';
export { orderTerms } from './settings/order-terms.js';
export { accessLevelTooLow, portalRefusals, referenceNotFoundAt } from './portal.errors.js';
export { accountInReach, type PortalScope, resolveScope } from './scope/portal-scope.js';
export {
  checkoutsWithin,
  creditNotesWithin,
  invoicesWithin,
  ordersWithin,
  paymentsWithin,
  quotesWithin,
  shipmentsWithin,
  subscriptionsWithin,
} from './reach/customer-reach.js';
export { type PortalObject, portalObject } from './reading/portal-object.js';
export { portalRecords, type SaysOfRecord } from './reading/portal-records.js';
export { PRICE_NAMES, type Says, type Sayings, seenOf } from './reading/shown-members.js';
export { idsWithinReach, listWithinReach, requireWithinReach } from './reading/within-reach.js';
export { RaiseQuoteRequest } from './quote-requests/raise-quote-request.js';

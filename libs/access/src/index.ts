export {
  administratorRequired,
  grantRequired,
  invitationSentLately,
  permissionDenied,
  referenceNotFoundAt,
  rightBeyondOwn,
} from './access.errors.js';
export { AccessModule } from './access.module.js';
export { ActorReader, askForNobody } from './actors/actor-reader.js';
export { actingBy, closedBy, narrowedResource, saidByRights } from './actors/permissions.js';
export { decidesOwn, personBehind } from './actors/person-behind.js';
export { ctxOfUser } from './actors/rights-of-user.js';
export { CustomResources } from './catalogue/custom-resources.port.js';
export type { Action } from './catalogue/resources.js';
export { lookers, type Owners } from './reach/owners.js';
export { reach, type RecordReach, type Way } from './reach/reach.js';
export { requireAdministrator, requireGrant } from './rights.js';
export type { Scopes } from './roles/role.js';
export { requireWithinOwn } from './roles/within-own.js';
export { activeAdministrators } from './users/administrators.queries.js';

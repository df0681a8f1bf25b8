export {
  administratorRequired,
  grantRequired,
  lastAdministrator,
  ownRole,
  rightBeyondOwn,
  roleBuiltIn,
  roleInUse,
  roleNameTaken,
  userDeactivated,
} from './access.errors.js';
export { AccessModule } from './access.module.js';
export {
  ActorReader,
  type ApiKeyActor,
  type Claimant,
  type StaffActor,
} from './actors/actor-reader.js';
export { comparePermissions, type PermissionChanges } from './actors/compare-permissions.js';
export {
  actingBy,
  describePermissions,
  unitePermissions,
  type PermissionsView,
} from './actors/permissions.js';
export {
  apiKeyList,
  findApiKey,
  type ApiKeyId,
  type ApiKeyView,
} from './api-keys/api-key.queries.js';
export { CreateApiKey, type CreateApiKeyInput, type NewApiKey } from './api-keys/create-api-key.js';
export { RevokeApiKey } from './api-keys/revoke-api-key.js';
export {
  ACTIONS,
  GRANTS,
  RESOURCES,
  RESOURCE_GROUPS,
  SCOPES,
  hasOwners,
  isResource,
  type Action,
  type Grant,
  type ResourceGroup,
  type Scope,
} from './catalogue/resources.js';
export { CustomResources, type CustomResource } from './catalogue/custom-resources.port.js';
export { requireAdministrator, requireGrant } from './rights.js';
export type { BeyondRight } from './roles/beyond-own.js';
export { CloneRole } from './roles/clone-role.js';
export { CreateRole, type CreateRoleInput } from './roles/create-role.js';
export { DeleteRole } from './roles/delete-role.js';
export { roleList } from './roles/role.queries.js';
export { findRole, type Role } from './roles/role.repository.js';
export type { Matrix, RoleId, RoleRights, Scopes } from './roles/role.js';
export {
  imagineRights,
  type ImaginedRole,
  type WhatIf,
  type WhatIfInput,
} from './roles/what-if.js';
export { UpdateRole } from './roles/update-role.js';
export { requireWithinOwn } from './roles/within-own.js';
export { activeAdministrators, type AdministratorAddress } from './users/administrators.queries.js';
export { CreateAdministrator, type NewAdministrator } from './users/create-administrator.js';
export { CreateUser, type CreateUserInput } from './users/create-user.js';
export { DeactivateUser } from './users/deactivate-user.js';
export { InviteUser } from './users/invite-user.js';
export { findMe, type Me } from './users/me.queries.js';
export { SignOutUser } from './users/sign-out-user.js';
export { UnlockUser } from './users/unlock-user.js';
export { UpdateUser, type UserPatch } from './users/update-user.js';
export { findUserView, userList, type UserView } from './users/user.queries.js';
export { accessMigrations, accessEntities } from './access.schema.js';

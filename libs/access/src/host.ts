export {
  lastAdministrator,
  ownRole,
  roleBuiltIn,
  roleInUse,
  roleNameTaken,
  userDeactivated,
} from './access.errors.js';
export { accessEntities, accessMigrations } from './access.schema.js';
export { comparePermissions } from './actors/compare-permissions.js';
export {
  describePermissions,
  type PermissionsView,
  unitePermissions,
} from './actors/permissions.js';
export { type ApiKeyId, apiKeyList, type ApiKeyView } from './api-keys/api-key.queries.js';
export { CreateApiKey, type CreateApiKeyInput, type NewApiKey } from './api-keys/create-api-key.js';
export { RevokeApiKey } from './api-keys/revoke-api-key.js';
export type { CustomResource } from './catalogue/custom-resources.port.js';
export {
  ACTIONS,
  type Grant,
  GRANTS,
  hasOwners,
  isResource,
  RESOURCE_GROUPS,
  RESOURCES,
  type Scope,
} from './catalogue/resources.js';
export type { BeyondRight } from './roles/beyond-own.js';
export { CloneRole } from './roles/clone-role.js';
export { CreateRole, type CreateRoleInput } from './roles/create-role.js';
export { DeleteRole } from './roles/delete-role.js';
export { roleList } from './roles/role.queries.js';
export { findRole, type Role } from './roles/role.repository.js';
export type { Matrix, RoleId, RoleRights } from './roles/role.js';
export { UpdateRole } from './roles/update-role.js';
export { type ImaginedRole, imagineRights, type WhatIfInput } from './roles/what-if.js';
export { usersWhoMay } from './users/who-may.queries.js';
export { ChangeMe, type MePatch } from './users/change-me.js';
export { CreateAdministrator } from './users/create-administrator.js';
export { CreateUser, type CreateUserInput } from './users/create-user.js';
export { DeactivateUser } from './users/deactivate-user.js';
export { InviteUser } from './users/invite-user.js';
export { findMe } from './users/me.queries.js';
export { SignOutUser } from './users/sign-out-user.js';
export { UnlockUser } from './users/unlock-user.js';
export { UpdateUser, type UserPatch } from './users/update-user.js';
export { findUserView, userList, type UserView } from './users/user.queries.js';

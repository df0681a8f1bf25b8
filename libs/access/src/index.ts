import type { Entity, Migration } from '@quittance/database';
import { Role1764000120001 } from './migrations/1764000120001-role.js';
import { RoleRow } from './roles/role.entity.js';

export { AccessModule } from './access.module.js';
export { ActorReader, type ApiKeyActor, type StaffActor } from './actors/actor-reader.js';
export {
  describePermissions,
  unitePermissions,
  type PermissionsView,
} from './actors/permissions.js';
export {
  ACTIONS,
  GRANTS,
  RESOURCES,
  RESOURCE_GROUPS,
  SCOPES,
  isResource,
  type Action,
  type Grant,
  type Scope,
} from './catalogue/resources.js';

export const accessMigrations: readonly Migration[] = [Role1764000120001];
export const accessEntities: readonly Entity[] = [RoleRow];

import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { IdentityModule } from '@quittance/identity';
import { ActorReader } from './actors/actor-reader.js';
import { PermissionCache } from './actors/permission-cache.js';
import { CreateApiKey } from './api-keys/create-api-key.js';
import { RevokeApiKey } from './api-keys/revoke-api-key.js';
import { CloneRole } from './roles/clone-role.js';
import { CreateRole } from './roles/create-role.js';
import { DeleteRole } from './roles/delete-role.js';
import { rolePart } from './roles/role-part.js';
import { accessReferences } from './setup-references.js';
import { UpdateRole } from './roles/update-role.js';
import { ChangeMe } from './users/change-me.js';
import { CreateAdministrator } from './users/create-administrator.js';
import { CreateUser } from './users/create-user.js';
import { DeactivateUser } from './users/deactivate-user.js';
import { InviteUser } from './users/invite-user.js';
import { SignOutUser } from './users/sign-out-user.js';
import { StandInsModule } from './users/stand-ins.js';
import { UnlockUser } from './users/unlock-user.js';
import { UpdateUser } from './users/update-user.js';

const OPERATIONS = [
  ActorReader,
  ChangeMe,
  CloneRole,
  CreateAdministrator,
  CreateApiKey,
  CreateRole,
  CreateUser,
  DeactivateUser,
  DeleteRole,
  InviteUser,
  RevokeApiKey,
  SignOutUser,
  UnlockUser,
  UpdateRole,
  UpdateUser,
];

/** Roles, users, API keys, and who may do what. */
@Module({
  imports: [CompanyModule, IdentityModule, StandInsModule],
  providers: [PermissionCache, ...OPERATIONS],
  exports: OPERATIONS,
})
export class AccessModule {
  constructor(parts: SetupParts) {
    parts.register(rolePart);
    parts.registerReferences(...accessReferences);
  }
}

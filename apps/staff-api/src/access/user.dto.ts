import type { CreateUserInput, RoleId, UserPatch, UserView } from '@quittance/access/host';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import {
  BooleanField,
  EmailField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { PasswordToken } from '@quittance/identity';
import type { Instant, UserId } from '@quittance/kernel';
import { RoleNameDto } from '../identity/me.dto.js';

const ROLES = {
  maxItems: 100,
  optional: true,
  description: 'Replaces the roles; takes the grant `roles`.',
} as const;
const MANAGER = {
  optional: true,
  nullable: true,
  description: 'Whom they report to: asked for approvals. Takes the grant `roles`.',
} as const;
const LANGUAGE = {
  nullable: true,
  description: "In which they are written to; null: that of the company's documents.",
} as const;
const TEAM = { max: 100, line: true, optional: true, nullable: true } as const;

export class CreateUserDto implements CreateUserInput {
  @EmailField() email: string;
  @TextField({ max: 200, line: true }) name: string;
  @TextField(TEAM) team?: string | null;
  @IdField(MANAGER) managerId?: UserId | null;
  @EnumField(DOCUMENT_LANGUAGES, { ...LANGUAGE, optional: true })
  language?: DocumentLanguage | null;
  @IdsField(ROLES) roleIds?: RoleId[];
}

export class UpdateUserDto implements UserPatch {
  @EmailField({ optional: true }) email?: string;
  @TextField({ max: 200, line: true, optional: true }) name?: string;
  @TextField(TEAM) team?: string | null;
  @IdField(MANAGER) managerId?: UserId | null;
  @EnumField(DOCUMENT_LANGUAGES, { ...LANGUAGE, optional: true })
  language?: DocumentLanguage | null;
  @BooleanField({ optional: true }) active?: boolean;
  @IdsField(ROLES) roleIds?: RoleId[];
}

export class UserDto implements UserView {
  @IdField() id: UserId;
  @EmailField() email: string;
  @TextField({ max: 200, line: true }) name: string;
  @TextField({ max: 100, nullable: true }) team: string | null;
  @IdField({ nullable: true, description: 'Whom they report to.' }) managerId: UserId | null;
  @EnumField(DOCUMENT_LANGUAGES, LANGUAGE) language: DocumentLanguage | null;
  @BooleanField() active: boolean;
  @BooleanField({ description: 'False until the user has set a password.' }) joined: boolean;
  @InstantField({
    nullable: true,
    description: 'While failed sign-ins keep out devices that have not signed in before.',
  })
  lockedUntil: Instant | null;
  @InstantField({ nullable: true }) lastSignInAt: Instant | null;
  @ListField(() => RoleNameDto, { maxItems: 100 }) roles: UserView['roles'];
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class InvitationDto implements PasswordToken {
  @TextField({
    max: 200,
    description:
      'Sets the password at /auth/password/reset. Shown only here; hand it to the user alone. ' +
      'Good while whoever was shown it reaches all that the user reaches.',
  })
  token: string;
  @EnumField(['invitation', 'reset']) purpose: 'invitation' | 'reset';
  @InstantField() expiresAt: Instant;
}

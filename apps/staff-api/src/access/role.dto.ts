import {
  GRANTS,
  type CreateRoleInput,
  type Grant,
  type Role,
  type RoleId,
} from '@quittance/access/host';
import {
  BooleanField,
  EnumsField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';

const MATRIX = {
  description: 'For each resource the actions.',
  example: { invoices: ['view', 'create'] },
} as const;
const SCOPES = {
  description:
    'For each resource whose records have an owner, or an account that has one, which of them: ' +
    'all (the default), team or own.',
  example: { deals: 'own', invoices: 'team' },
} as const;
const FIELDS = {
  description:
    'For each resource the members of its records that are kept from whoever holds the role: ' +
    'hidden (not shown anywhere) or read_only (not written). Of several roles the one that keeps ' +
    'less of a member says.',
  example: { deals: { amount: 'hidden', probability: 'read_only' } },
} as const;
const GRANTS_LIST = {
  maxItems: GRANTS.length,
  description: 'Rights outside the matrix; only administrators give and take them.',
} as const;
const DESCRIPTION = { max: 500, min: 0, nullable: true } as const;
const optional = { optional: true } as const;

export class CreateRoleDto implements CreateRoleInput {
  @TextField({ max: 100, line: true }) name: string;
  @TextField({ ...DESCRIPTION, ...optional }) description?: string | null;
  @JsonField({ ...MATRIX, ...optional }) matrix?: Record<string, unknown>;
  @JsonField({ ...SCOPES, ...optional }) scopes?: Record<string, unknown>;
  @JsonField({ ...FIELDS, ...optional }) fields?: Record<string, unknown>;
  @EnumsField(GRANTS, { ...GRANTS_LIST, ...optional }) grants?: Grant[];
}

export class UpdateRoleDto implements Partial<CreateRoleInput> {
  @TextField({ max: 100, line: true, ...optional }) name?: string;
  @TextField({ ...DESCRIPTION, ...optional }) description?: string | null;
  @JsonField({ ...MATRIX, ...optional }) matrix?: Record<string, unknown>;
  @JsonField({ ...SCOPES, ...optional }) scopes?: Record<string, unknown>;
  @JsonField({ ...FIELDS, ...optional }) fields?: Record<string, unknown>;
  @EnumsField(GRANTS, { ...GRANTS_LIST, ...optional }) grants?: Grant[];
}

export class CloneRoleDto {
  @TextField({ max: 100, line: true }) name: string;
}

export class RoleDto implements Role {
  @IdField() id: RoleId;
  @TextField({ max: 100, line: true }) name: string;
  @TextField(DESCRIPTION) description: string | null;
  @BooleanField({ description: 'The Admin role, which passes the matrix by.' }) builtIn: boolean;
  @JsonField(MATRIX) matrix: Role['matrix'];
  @JsonField(SCOPES) scopes: Role['scopes'];
  @JsonField(FIELDS) fields: Role['fields'];
  @EnumsField(GRANTS, GRANTS_LIST) grants: readonly Grant[];
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

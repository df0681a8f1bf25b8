import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, namedSql, type Tx } from '@quittance/database';
import { formatToken, hashToken, newOpaqueToken } from '@quittance/identity';
import { invalidField, newId, type Ctx, type Instant } from '@quittance/kernel';
import { personBehind } from '../actors/person-behind.js';
import { requireAdministrator } from '../rights.js';
import { holdRole } from '../roles/role.repository.js';
import type { RoleId } from '../roles/role.js';
import { findApiKey, type ApiKeyView } from './api-key.queries.js';

export interface CreateApiKeyInput {
  readonly name: string;
  readonly roleId: RoleId;
  readonly expiresAt?: Instant | null;
}

/** The only answer that holds the key itself. */
export interface NewApiKey extends ApiKeyView {
  readonly key: string;
}

const INSERT_KEY = namedSql(
  `insert into access.api_key (company_id, id, name, secret_hash, last_characters, role_id,
    created_by, expires_at, created_at)
  values (:companyId, :id, :name, :hash, :lastCharacters, :roleId, :madeBy, :expiresAt, :now)`,
  {
    values: {
      id: 'uuid',
      name: 'text',
      hash: 'bytea',
      lastCharacters: 'text',
      roleId: 'uuid',
      madeBy: 'uuid',
      expiresAt: 'timestamptz',
    },
  },
);

/** Makes a key for other software, with the rights of one role. */
@Injectable()
export class CreateApiKey {
  constructor(private readonly db: Database) {}

  /** @throws DomainError administrator_required, validation_failed */
  async execute(ctx: Ctx, input: CreateApiKeyInput): Promise<NewApiKey> {
    requireAdministrator(ctx, 'make API keys');
    if (input.expiresAt && input.expiresAt <= ctx.now) {
      throw invalidField('/expiresAt', 'min', 'must be in the future');
    }
    return this.db.write(ctx, (tx) => create(tx, input));
  }
}

async function create(tx: Tx, input: CreateApiKeyInput): Promise<NewApiKey> {
  const { companyId } = tx.ctx;
  const { name, roleId, expiresAt = null } = input;
  if (!(await holdRole(tx, roleId))) {
    throw invalidField('/roleId', 'reference_not_found', 'is not a role of this company');
  }
  const token = newOpaqueToken('qk', companyId);
  const key = formatToken(token);
  const id = newId<'api-key'>();
  const told = { id, name, hash: hashToken(token), lastCharacters: key.slice(-4) };
  // A key that a key makes is of the same person.
  await INSERT_KEY.run(tx, { ...told, roleId, expiresAt, madeBy: await personBehind(tx) });
  const after = { name, roleId, expiresAt };
  audit(tx, { action: 'api_key.created', object: 'api-key', recordId: id, after });
  return { ...(await findApiKey(tx, id)), key };
}

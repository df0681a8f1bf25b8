import { NO_ADDRESS } from '@quittance/company';
import { sql, violates, type Tx } from '@quittance/database';
import { invalidField, notFound, type AccountId } from '@quittance/kernel';
import { accountExternalKeyTaken, accountParentCycle } from '../crm.errors.js';
import { AccountEntity } from './account.entity.js';
import type { AccountFields } from './account.js';

const LOCK_ACCOUNT = sql(`
  select id from crm.account where company_id = $1 and id = $2 for no key update`);

/** What a new account has where nothing is said. */
export const ACCOUNT_DEFAULTS: Omit<AccountFields, 'name'> = {
  type: null,
  industry: null,
  rating: null,
  ownership: null,
  website: null,
  email: null,
  billingEmail: null,
  phone: null,
  billingAddress: NO_ADDRESS,
  shippingAddress: NO_ADDRESS,
  taxRegistration: null,
  parentId: null,
  managerId: null,
  ownerId: null,
  status: 'active',
  externalKey: null,
};

/** @throws DomainError not_found */
export async function lockAccount(tx: Tx, id: AccountId): Promise<void> {
  if ((await tx.run(LOCK_ACCOUNT, [tx.ctx.companyId, id])) === 0) {
    throw notFound({ object: 'account' });
  }
}

/** @throws DomainError account_external_key_taken, validation_failed */
export async function insertAccount(
  tx: Tx,
  id: AccountId,
  fields: AccountFields,
): Promise<AccountEntity> {
  const { companyId, now, userId } = tx.ctx;
  const row: AccountEntity = {
    companyId,
    id,
    version: 1,
    ...fields,
    createdBy: userId,
    updatedBy: userId,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insert(AccountEntity, row).catch(refuse(fields));
  return row;
}

/** @throws DomainError account_external_key_taken, validation_failed */
export async function updateAccountRow(
  tx: Tx,
  id: AccountId,
  version: number,
  patch: Partial<AccountFields>,
): Promise<void> {
  const { now, userId } = tx.ctx;
  const changed = { ...patch, version, updatedBy: userId, updatedAt: now };
  await tx.update(AccountEntity, { id }, changed).catch(refuse(patch));
}

const REFERENCES = [
  ['account_parent_fk', 'parentId'],
  ['account_owner_fk', 'ownerId'],
  ['account_manager_fk', 'managerId'],
] as const;

/** The constraints decide; this only puts their answer into words. */
function refuse(fields: Partial<AccountFields>): (error: unknown) => never {
  return (error) => {
    if (violates(error, 'account_external_key_key')) {
      throw accountExternalKeyTaken({ externalKey: fields.externalKey });
    }
    for (const [constraint, member] of REFERENCES) {
      if (!violates(error, constraint)) continue;
      throw invalidField(`/${member}`, 'not_found', 'There is no such record in this company.');
    }
    throw error;
  };
}

/**
 * Lets one account of a company be moved at a time, until the transaction ends: two moves that each
 * look before the other is written would close a circle. Taken behind the row of the account moved,
 * and nothing is locked behind it that another move could hold.
 */
const LOCK_MOVES = sql(
  `select pg_advisory_xact_lock(hashtextextended('crm.account_parent ' || $1::text, 0))`,
);

/** The chain of accounts above one, itself included; stops where it meets itself again. */
const ABOVE = sql(`
  with recursive above as (
    select id, parent_id from crm.account where company_id = $1 and id = $2
    union
    select a.id, a.parent_id from crm.account a
    join above on a.company_id = $1 and a.id = above.parent_id)
  select count(*) filter (where id = $3)::int as cycles from above`);

/**
 * Refuses a parent that lies below the account, as of the last move that was committed.
 * @throws DomainError account_parent_cycle
 */
export async function refuseCycle(tx: Tx, id: AccountId, parentId: AccountId): Promise<void> {
  await tx.run(LOCK_MOVES, [tx.ctx.companyId]);
  const { cycles } = await tx.one<{ cycles: number }>(ABOVE, [tx.ctx.companyId, parentId, id]);
  if (cycles > 0) {
    const errors = [{ pointer: '/parentId', code: 'cycle', message: 'must not lie below it' }];
    throw accountParentCycle({}, { errors });
  }
}

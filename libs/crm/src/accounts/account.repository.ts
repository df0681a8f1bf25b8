import { NO_ADDRESS } from '@quittance/company';
import { sql, violates, type Tx } from '@quittance/database';
import { invalidField, type AccountId, type DomainError } from '@quittance/kernel';
import { accountExternalKeyTaken, accountParentCycle } from '../crm.errors.js';
import { AccountEntity } from './account.entity.js';
import type { AccountFields, LedgerAccountId } from './account.js';

/** By primary key, in one order, so that two who lock the same wait for one another. */
const LOCK_ACCOUNTS = sql(`
  select id from crm.account
  where company_id = $1 and id = any($2::uuid[]) and deleted_at is null
  order by id for no key update`);

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
  buyerKind: null,
  language: null,
  eInvoiceProfile: null,
  endpointScheme: null,
  endpointId: null,
  buyerReference: null,
  parentId: null,
  managerId: null,
  ownerId: null,
  status: 'active',
  externalKey: null,
};

/** Locks the accounts among `ids` that there are until the transaction ends. */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(LOCK_ACCOUNTS, [tx.ctx.companyId, ids]);
}

/** @throws DomainError account_external_key_taken, validation_failed */
export async function insertAccount(
  tx: Tx,
  id: AccountId,
  fields: AccountFields,
  ledgerAccountId: LedgerAccountId,
): Promise<AccountEntity> {
  const { companyId, now, userId } = tx.ctx;
  const row: AccountEntity = {
    companyId,
    id,
    version: 1,
    ...fields,
    ledgerAccountId,
    createdBy: userId,
    updatedBy: userId,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insert(AccountEntity, row).catch(refuse(fields));
  return row;
}

const REFERENCES = [
  ['account_parent_fk', 'parentId'],
  ['account_owner_fk', 'ownerId'],
  ['account_manager_fk', 'managerId'],
] as const;

/** The constraints decide; this only puts their answer into words. */
function refuse(fields: AccountFields): (error: unknown) => never {
  return (error) => {
    if (violates(error, 'account_external_key_key')) {
      throw accountExternalKeyTaken({ externalKey: fields.externalKey });
    }
    for (const [constraint, member] of REFERENCES) {
      if (!violates(error, constraint)) continue;
      throw invalidField(
        `/${member}`,
        'reference_not_found',
        'There is no such record in this company.',
      );
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

/** Which accounts meet themselves on the way up: by primary key, level by level. */
const CIRCLES = sql(`
  with recursive above as (
    select id as start, parent_id from crm.account where company_id = $1 and id = any($2::uuid[])
    union
    select above.start, a.parent_id from crm.account a
    join above on a.company_id = $1 and a.id = above.parent_id
    where above.parent_id <> above.start)
  select count(*)::int as circles from above where parent_id = start`);

/**
 * Refuses accounts that were put below themselves, as of the last move that was committed; asked
 * after the rows are written.
 * @throws DomainError account_parent_cycle
 */
export async function refuseCycles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockMoves(tx);
  const { circles } = await tx.one<{ circles: number }>(CIRCLES, [tx.ctx.companyId, ids]);
  if (circles > 0) throw parentCycle();
}

/** The refusal of a parent that is the account or lies below it. */
export function parentCycle(): DomainError {
  const errors = [{ pointer: '/parentId', code: 'cycle', message: 'must not lie below it' }];
  return accountParentCycle({}, { errors });
}

/** Lets nobody else move an account of the company until the transaction ends. */
export async function lockMoves(tx: Tx): Promise<void> {
  await tx.run(LOCK_MOVES, [tx.ctx.companyId]);
}

const BELOW = sql(`
  with recursive above as (
    select id, parent_id from crm.account where company_id = $1 and id = $2
    union
    select a.id, a.parent_id from crm.account a
    join above on a.company_id = $1 and a.id = above.parent_id)
  select exists (select from above where parent_id = $3) as below`);

/** Whether an account lies somewhere below another. */
export async function isBelow(tx: Tx, id: string, otherId: string): Promise<boolean> {
  const found = await tx.one<{ below: boolean }>(BELOW, [tx.ctx.companyId, id, otherId]);
  return found.below;
}

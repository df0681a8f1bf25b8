import type { ListDefinition, Tx } from '@quittance/database';
import { sql, uuidArray } from '@quittance/database';
import { notFound, type AccountId } from '@quittance/kernel';
import { ownedRows } from '../owned-rows.js';
import { ACCOUNT_STATUSES, type Account, type BillingAccount } from './account.js';

/** In the order the API shows it; `map` of the list and `readAccount` hand the row on as it is. */
const COLUMNS = `
  a.id, a.version, a.name, a.type, a.industry, a.rating, a.ownership, a.website, a.email,
  a.billing_email as "billingEmail", a.phone, a.billing_address as "billingAddress",
  a.shipping_address as "shippingAddress", a.tax_registration as "taxRegistration",
  a.parent_id as "parentId", a.manager_id as "managerId", a.owner_id as "ownerId", a.status,
  a.external_key as "externalKey", l.id as "ledgerAccountId", a.created_at as "createdAt",
  a.created_by as "createdBy", a.updated_at as "updatedAt", a.updated_by as "updatedBy"`;

const FROM = `crm.account a
  join crm.ledger_account l on l.company_id = a.company_id and l.account_id = a.id`;

export const accountList: ListDefinition<Account, Account> = {
  from: FROM,
  select: COLUMNS,
  id: 'a.id',
  fields: {
    id: { sql: 'a.id', type: 'id', notNull: true },
    name: { sql: 'a.name', type: 'text', notNull: true },
    type: { sql: 'a.type', type: 'text' },
    industry: { sql: 'a.industry', type: 'text' },
    rating: { sql: 'a.rating', type: 'text' },
    ownership: { sql: 'a.ownership', type: 'text' },
    website: { sql: 'a.website', type: 'text' },
    email: { sql: 'a.email', type: 'text' },
    billingEmail: { sql: 'a.billing_email', type: 'text' },
    phone: { sql: 'a.phone', type: 'text' },
    country: { sql: `a.billing_address->>'country'`, type: 'text' },
    city: { sql: `a.billing_address->>'city'`, type: 'text' },
    taxRegistration: { sql: 'a.tax_registration', type: 'text' },
    parentId: { sql: 'a.parent_id', type: 'id' },
    managerId: { sql: 'a.manager_id', type: 'id' },
    ownerId: { sql: 'a.owner_id', type: 'id' },
    status: { sql: 'a.status', type: 'enum', values: ACCOUNT_STATUSES, notNull: true },
    externalKey: { sql: 'a.external_key', type: 'text' },
    createdAt: { sql: 'a.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'a.updated_at', type: 'instant', notNull: true },
  },
  search: ['a.name', 'a.email', 'a.billing_email', 'a.tax_registration', 'a.external_key'],
  defaultSort: 'name',
  columns: [
    'id',
    'name',
    'type',
    'status',
    'email',
    'billingEmail',
    'phone',
    'website',
    'taxRegistration',
    'industry',
    'rating',
    'ownership',
    'externalKey',
    'ownerId',
    'createdAt',
    'updatedAt',
  ],
  scope: (ctx, bind) => ownedRows(ctx, 'accounts', 'a', bind),
  map: (row) => row,
};

/** By primary key, and the ledger account by its unique key. */
const READ_ACCOUNT = `select ${COLUMNS} from ${FROM} where a.company_id = $1 and a.id = $2`;
const readAnyAccount = sql(READ_ACCOUNT);

/**
 * One account that the actor may see.
 * @throws DomainError not_found
 */
export async function readAccount(tx: Tx, id: AccountId): Promise<Account> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = ownedRows(tx.ctx, 'accounts', 'a', (value) => `$${params.push(value)}`);
  const statement = scope === null ? readAnyAccount : `${READ_ACCOUNT} and ${scope}`;
  const account = await tx.maybe<Account>(statement, params);
  if (!account) throw notFound({ object: 'account' });
  return account;
}

/** Customers as billing needs them, by primary key, in one statement for any number. */
const BILLING_ACCOUNTS = sql(`
  select a.id, a.name, coalesce(a.billing_email, a.email) as email, a.billing_address as address,
    coalesce(a.tax_registration, l.gstin, l.vat, l.ein) as "taxRegistration",
    l.id as "ledgerAccountId", l.default_currency as currency, l.credit_days as "creditDays",
    a.status = 'active' as active
  from ${FROM}
  where a.company_id = $1 and a.id = any($2::uuid[])`);

/** The accounts among `ids` that exist. */
export async function findBillingAccounts(
  tx: Tx,
  ids: readonly AccountId[],
): Promise<Map<AccountId, BillingAccount>> {
  if (ids.length === 0) return new Map();
  const keys = uuidArray(ids, (id) => id);
  const rows = await tx.rows<BillingAccount>(BILLING_ACCOUNTS, [tx.ctx.companyId, keys]);
  return new Map(rows.map((row) => [row.id, row]));
}

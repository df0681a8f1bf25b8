import { audit } from '@quittance/audit';
import { NO_ADDRESS, readCompany, type PostalAddress } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { newId, type AccountId, type Currency, type Id } from '@quittance/kernel';
import { storeSideRows } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { accountObject } from './account-record.js';

/** A customer as another system knows it. */
export interface ImportedAccount {
  /** Its key there: the same key is the same account. */
  readonly externalKey: string;
  readonly name: string;
  readonly email?: string | null;
  readonly billingAddress?: Partial<PostalAddress>;
  readonly taxRegistration?: string | null;
  /** The company's base currency when absent. */
  readonly currency?: Currency;
}

/** Adds the accounts whose external key is new; `account_external_key_key` decides. */
const INSERT_ACCOUNTS = sql(`
  insert into crm.account (company_id, id, name, email, billing_address, shipping_address,
    tax_registration, external_key, ledger_account_id, created_by, updated_by, created_at, updated_at)
  select $1::uuid, (r->>'id')::uuid, r->>'name', r->>'email', r->'address', $3::jsonb,
    r->>'taxRegistration', r->>'externalKey', (r->>'ledgerAccountId')::uuid, $4::uuid, $4::uuid, $5::timestamptz, $5::timestamptz
  from jsonb_array_elements($2::jsonb) as r
  on conflict (company_id, external_key)
    where deleted_at is null or merged_into is not null do nothing
  returning id`);

/** The ledger accounts of the accounts just added. */
const INSERT_LEDGER_ACCOUNTS = sql(`
  insert into crm.ledger_account (company_id, id, kind, account_id, name, default_currency,
    created_at, updated_at)
  select $1::uuid, (r->>'ledgerAccountId')::uuid, 'customer', (r->>'id')::uuid, r->>'name',
    r->>'currency', $3::timestamptz, $3::timestamptz
  from jsonb_array_elements($2::jsonb) as r`);

/** What was merged is what it was merged into. */
const BY_EXTERNAL_KEY = sql(`
  select external_key as "externalKey", coalesce(merged_into, id) as id from crm.account
  where company_id = $1 and external_key = any($2::text[])
    and (deleted_at is null or merged_into is not null)`);

/**
 * Finds or adds accounts by external key in three statements, however many there are. What exists
 * stays as it is.
 */
export async function importAccounts(
  tx: Tx,
  rows: readonly ImportedAccount[],
): Promise<Map<string, AccountId>> {
  if (rows.length === 0) return new Map();
  const { companyId, now, userId } = tx.ctx;
  const { baseCurrency } = await readCompany(tx);
  const byKey = new Map(rows.map((row) => [row.externalKey, row]));
  const prepared = [...byKey.values()].map((row) => ({
    ...row,
    id: newId<'account'>(),
    ledgerAccountId: newId<'ledger-account'>(),
    address: { ...NO_ADDRESS, ...row.billingAddress },
    currency: row.currency ?? baseCurrency,
  }));
  // Sorted, so that two imports of the same keys wait for one another instead of dead-locking.
  prepared.sort((a, b) => (a.externalKey < b.externalKey ? -1 : 1));
  const empty = JSON.stringify(NO_ADDRESS);
  const params = [companyId, JSON.stringify(prepared), empty, userId, now];
  const added = new Set((await tx.rows<{ id: string }>(INSERT_ACCOUNTS, params)).map((r) => r.id));
  const fresh = prepared.filter(({ id }) => added.has(id));
  await tx.run(INSERT_LEDGER_ACCOUNTS, [companyId, JSON.stringify(fresh), now]);
  // Lists by a custom field that is indexed know the records of its side table only.
  const records = fresh.map(({ id }) => id as string as Id<'record'>);
  if (records.length > 0) await storeSideRows(tx, accountObject, records, { fresh: true });
  for (const { address, ...account } of fresh) {
    const { id, externalKey } = account;
    const data = { ...account, billingAddress: address };
    audit(tx, {
      action: 'account.imported',
      object: 'account',
      recordId: id,
      after: { externalKey },
    });
    emit(tx, { type: 'record.created', object: 'account', recordId: id, data });
  }
  return idsByKey(tx, [...byKey.keys()]);
}

async function idsByKey(tx: Tx, keys: readonly string[]): Promise<Map<string, AccountId>> {
  const params = [tx.ctx.companyId, keys];
  const found = await tx.rows<{ externalKey: string; id: AccountId }>(BY_EXTERNAL_KEY, params);
  return new Map(found.map(({ externalKey, id }) => [externalKey, id]));
}

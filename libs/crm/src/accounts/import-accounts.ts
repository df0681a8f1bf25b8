import { readCompanyTerms, type PostalAddress } from '@quittance/company';
import { sql, type Tx, arrays } from '@quittance/database';
import type { AccountId, DomainError } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { attemptCreates, type RecordInput } from '@quittance/objects';
import type { CompanyObject } from '@quittance/metadata';

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

/** The accounts by their external keys, and why others could not be made. */
export interface ImportedAccounts {
  readonly ids: ReadonlyMap<string, AccountId>;
  readonly refused: ReadonlyMap<string, DomainError>;
}

/**
 * Lets one import of a company add accounts at a time, so that the look-up behind it stays true.
 */
const LOCK_IMPORT = sql(
  `select pg_advisory_xact_lock(hashtextextended('crm.account_import ' || $1::text, 0))`,
);

/** What was merged is what it was merged into. */
const BY_EXTERNAL_KEY = sql(`
  select external_key as "externalKey", coalesce(merged_into, id) as id from crm.account
  where company_id = $1 and external_key = any($2::text[])
    and (deleted_at is null or merged_into is not null)`);

/** By ledger_account_account_key. */
const SET_CURRENCIES = sql(`
  update crm.ledger_account l set default_currency = c.currency
  from unnest($2::uuid[], $3::text[]) as c (account_id, currency)
  where l.company_id = $1 and l.account_id = c.account_id`);

/**
 * Finds accounts by external key and adds the others as any record is made: with the company's
 * fields, rules and numbers, in the same few statements for any number. What exists stays as it is.
 * @param object accounts as the company has shaped them
 */
export async function importAccounts(
  tx: Tx,
  object: CompanyObject,
  rows: readonly ImportedAccount[],
): Promise<ImportedAccounts> {
  if (rows.length === 0) return { ids: new Map(), refused: new Map() };
  const byKey = new Map(rows.map((row) => [row.externalKey, row]));
  const [, known] = await tx.locked(
    () => tx.run(LOCK_IMPORT, [tx.ctx.companyId]),
    (behind) => idsByKey(behind, [...byKey.keys()]),
  );
  const fresh = [...byKey.values()].filter(({ externalKey }) => !known.has(externalKey));
  if (fresh.length === 0) return { ids: known, refused: new Map() };
  const made = await attemptCreates(tx, object, fresh.map(inputOf), { action: 'account.imported' });
  const ids = new Map(known);
  const refused = new Map<string, DomainError>();
  for (const [i, { externalKey }] of fresh.entries()) {
    const { record, error } = made[i] ?? {};
    if (record) ids.set(externalKey, record.id as string as AccountId);
    else if (error) refused.set(externalKey, error);
  }
  // Somebody may have made one by hand meanwhile: then it is here.
  for (const [key, id] of await idsByKey(tx, [...refused.keys()])) {
    if (refused.delete(key)) ids.set(key, id);
  }
  await setCurrencies(tx, fresh, ids);
  return { ids, refused };
}

function inputOf({ currency: _, ...said }: ImportedAccount): RecordInput {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** A new ledger account is in the base currency. */
async function setCurrencies(
  tx: Tx,
  fresh: readonly ImportedAccount[],
  ids: ReadonlyMap<string, AccountId>,
): Promise<void> {
  const { baseCurrency } = await readCompanyTerms(tx);
  const others = fresh.flatMap(({ externalKey, currency = baseCurrency }) => {
    const id = ids.get(externalKey);
    return id && currency !== baseCurrency ? [{ id, currency }] : [];
  });
  if (others.length === 0) return;
  await tx.run(SET_CURRENCIES, [
    tx.ctx.companyId,
    arrays.uuid(others, ({ id }) => id),
    arrays.text(others, ({ currency }) => currency),
  ]);
}

/** The accounts that there are by their external keys; what was merged is what it became. */
export function findAccountsByKey(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AccountId>> {
  return idsByKey(tx, keys);
}

async function idsByKey(tx: Tx, keys: readonly string[]): Promise<Map<string, AccountId>> {
  if (keys.length === 0) return new Map();
  const params = [tx.ctx.companyId, keys];
  const found = await tx.rows<{ externalKey: string; id: AccountId }>(BY_EXTERNAL_KEY, params);
  return new Map(found.map(({ externalKey, id }) => [externalKey, id]));
}

import { audit, changedFields } from '@quittance/audit';
import { readCompanyTerms } from '@quittance/company';
import { sql, violates, type Tx, arrays } from '@quittance/database';
import { invalidField, newId, notFound, type AccountId, type UserId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { emit } from '@quittance/outbox';
import type { LedgerAccountId } from '../accounts/account.js';
import { LedgerAccountEntity } from './ledger-account.entity.js';
import type { LedgerAccountKind } from './ledger-account.js';
import {
  LEDGER_COLUMNS,
  ledgerAccountView,
  withMaskedBank,
  type LedgerAccountRow,
  type WrittenLedgerAccount,
} from './ledger-account.queries.js';

/** First in the order of locks: whatever changes what a customer owes holds this row. */
const LOCK_OF_ACCOUNT = sql(`
  select id from crm.ledger_account where company_id = $1 and account_id = $2
  for no key update`);

/**
 * Behind that lock and by a statement of its own: one that had to wait sees the account as it was
 * when the wait began, be it merged into another or deleted since.
 */
const HOLD_ACCOUNT = sql(`
  select id from crm.account where company_id = $1 and id = $2 and deleted_at is null
  for key share`);

const LOCK_BY_ID = sql(`
  select id from crm.ledger_account
  where company_id = $1 and id = $2 and deleted_at is null for no key update`);

/** In the base currency until somebody says another; one statement for any number of accounts. */
const INSERT_CUSTOMERS = sql(`
  insert into crm.ledger_account as l (company_id, id, kind, account_id, name, default_currency,
    owner_id, created_by, updated_by, created_at, updated_at)
  select a.company_id, n.id, 'customer', n.account_id, n.name, $6, a.owner_id, $7, $7,
    $5::timestamptz, $5::timestamptz
  from unnest($2::uuid[], $3::uuid[], $4::text[]) as n (id, account_id, name)
  join crm.account a on a.company_id = $1 and a.id = n.account_id
  returning ${LEDGER_COLUMNS}`);

const FOLLOW = sql(`
  update crm.ledger_account l set name = n.name, owner_id = n.owner_id, version = l.version + 1,
    updated_at = $3, updated_by = $4
  from (select o.account_id, o.name as name_before, a.name, o.owner_id as owner_before, a.owner_id
    from crm.account a
    join crm.ledger_account o on o.company_id = $1 and o.account_id = a.id
    where a.company_id = $1 and a.id = any($2::uuid[])
      and (o.name, o.owner_id) is distinct from (a.name, a.owner_id)) n
  where l.company_id = $1 and l.account_id = n.account_id
  returning ${LEDGER_COLUMNS}, n.name_before as "nameBefore", n.owner_before as "ownerBefore"`);

/**
 * Locks the ledger account of a customer until the transaction ends: the first lock of every
 * operation that takes more than one. Nobody deletes the account meanwhile, or merges it into
 * another.
 * @throws DomainError not_found
 */
export async function lockLedgerAccount(tx: Tx, accountId: AccountId): Promise<LedgerAccountId> {
  const params = [tx.ctx.companyId, accountId];
  const [row, account] = await tx.locked(
    () => tx.maybe<{ id: LedgerAccountId }>(LOCK_OF_ACCOUNT, params),
    (behind) => behind.maybe(HOLD_ACCOUNT, params),
  );
  if (!row || !account) throw notFound({ object: 'account' });
  return row.id;
}

/** In the order of their ids: two who lock the same accounts wait for one another. */
const LOCK_OF_ACCOUNTS = sql(`
  select id from crm.ledger_account where company_id = $1 and account_id = any($2::uuid[])
  order by id for no key update`);

/** Locks the ledger accounts of the customers among `accountIds` that there are. */
export async function lockLedgerAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.run(LOCK_OF_ACCOUNTS, [tx.ctx.companyId, accountIds]);
}

/** @throws DomainError not_found */
export async function lockLedgerAccountById(tx: Tx, id: LedgerAccountId): Promise<void> {
  if ((await tx.run(LOCK_BY_ID, [tx.ctx.companyId, id])) === 0) {
    throw notFound({ object: 'ledger account' });
  }
}

export interface NewLedgerAccountRow extends Partial<LedgerAccountEntity> {
  readonly kind: LedgerAccountKind;
  readonly accountId: AccountId | null;
  readonly name: string;
  readonly defaultCurrency: Currency;
}

/** @throws DomainError validation_failed */
export async function insertLedgerAccount(
  tx: Tx,
  given: NewLedgerAccountRow,
): Promise<LedgerAccountEntity> {
  const [row] = await insertLedgerAccounts(tx, [given]);
  return row as LedgerAccountEntity;
}

/** In their order. @throws DomainError validation_failed */
export async function insertLedgerAccounts(
  tx: Tx,
  given: readonly NewLedgerAccountRow[],
): Promise<readonly LedgerAccountEntity[]> {
  const rows = given.map((each) => stampedRow(tx, each));
  await tx.insert(LedgerAccountEntity, rows).catch(refuse);
  return rows;
}

function stampedRow(tx: Tx, given: NewLedgerAccountRow): LedgerAccountEntity {
  const { companyId, now, userId } = tx.ctx;
  return {
    gstin: null,
    pan: null,
    tan: null,
    vat: null,
    ein: null,
    bank: null,
    openingBalance: 0n,
    creditLimit: null,
    creditDays: null,
    paymentTerms: null,
    defaultPriceBookId: null,
    ownerId: userId,
    ...given,
    companyId,
    id: newId<'ledger-account'>(),
    version: 1,
    createdAt: now,
    createdBy: userId,
    updatedAt: now,
    updatedBy: userId,
  };
}

/** @throws DomainError validation_failed */
export async function updateLedgerAccountRow(
  tx: Tx,
  id: LedgerAccountId,
  version: number,
  patch: Partial<LedgerAccountEntity>,
): Promise<void> {
  const { now: updatedAt, userId: updatedBy } = tx.ctx;
  const changed = { ...patch, version, updatedAt, updatedBy };
  await tx.update(LedgerAccountEntity, { id }, changed).catch(refuse);
}

const UPDATE_ROWS = sql(`
  update crm.ledger_account l set version = n.version, name = n.name, gstin = n.gstin, pan = n.pan,
    tan = n.tan, vat = n.vat, ein = n.ein, bank = n.bank, default_currency = n.default_currency,
    opening_balance = n.opening_balance, credit_limit = n.credit_limit,
    credit_days = n.credit_days, payment_terms = n.payment_terms,
    default_price_book_id = n.default_price_book_id, owner_id = n.owner_id,
    updated_at = $3, updated_by = $4
  from jsonb_populate_recordset(null::crm.ledger_account, $2::jsonb) n
  where l.company_id = $1 and l.id = n.id`);

/**
 * Stores what may be changed of locked rows, in one statement. @throws DomainError
 * validation_failed
 */
export async function updateLedgerAccountRows(
  tx: Tx,
  rows: readonly LedgerAccountRow[],
): Promise<void> {
  const { companyId, now, userId } = tx.ctx;
  const stored = rows.map(({ id, version, name, gstin, pan, tan, vat, ein, bank, ...row }) => ({
    id,
    version,
    name,
    gstin,
    pan,
    tan,
    vat,
    ein,
    bank,
    default_currency: row.defaultCurrency,
    opening_balance: String(row.openingBalance),
    credit_limit: row.creditLimit === null ? null : String(row.creditLimit),
    credit_days: row.creditDays,
    payment_terms: row.paymentTerms,
    default_price_book_id: row.defaultPriceBookId,
    owner_id: row.ownerId,
  }));
  await tx.run(UPDATE_ROWS, [companyId, JSON.stringify(stored), now, userId]).catch(refuse);
}

const RELEASE = sql(`
  update crm.ledger_account set default_price_book_id = null
  where company_id = $1 and id = any($2::uuid[]) and default_price_book_id is not null`);

/**
 * Ledger accounts that go out of sight name no price book: nobody could take it back from there.
 */
export async function releasePriceBooks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(RELEASE, [tx.ctx.companyId, ids]);
}

/** The ledger account of a new account. */
export interface CustomerLedger {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
}

/** Makes the ledger accounts of new accounts. */
export async function insertCustomerLedgers(
  tx: Tx,
  ledgers: readonly CustomerLedger[],
): Promise<readonly LedgerAccountRow[]> {
  const { baseCurrency } = await readCompanyTerms(tx);
  return tx.rows<LedgerAccountRow>(INSERT_CUSTOMERS, [
    tx.ctx.companyId,
    arrays.uuid(ledgers, ({ id }) => id),
    arrays.uuid(ledgers, ({ accountId }) => accountId),
    arrays.text(ledgers, ({ name }) => name),
    tx.ctx.now,
    baseCurrency,
    tx.ctx.userId,
  ]);
}

interface FollowedRow extends LedgerAccountRow {
  readonly nameBefore: string;
  readonly ownerBefore: UserId | null;
}

/**
 * Keeps the names and owners of customers' ledger accounts those of their accounts; those that
 * changed.
 */
export async function followAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<readonly WrittenLedgerAccount[]> {
  if (accountIds.length === 0) return [];
  const { companyId, now, userId } = tx.ctx;
  const keys = arrays.uuid(accountIds, (id) => id);
  const followed = await tx.rows<FollowedRow>(FOLLOW, [companyId, keys, now, userId]);
  return followed.map(({ nameBefore, ownerBefore, ...row }) => {
    const record = { object: 'ledger-account', recordId: row.id };
    const { name, ownerId } = row;
    const facts = changedFields({ name: nameBefore, ownerId: ownerBefore }, { name, ownerId });
    audit(tx, { action: 'ledger_account.updated', ...record, ...facts });
    const data = { ...withMaskedBank(ledgerAccountView(row)) };
    emit(tx, { type: 'record.updated', ...record, data, before: facts.before });
    return { before: { ...row, name: nameBefore, ownerId: ownerBefore }, after: row };
  });
}

function refuse(error: unknown): never {
  if (violates(error, 'ledger_account_price_book_fk')) {
    const message = 'There is no such price book in this company.';
    throw invalidField('/defaultPriceBookId', 'reference_not_found', message);
  }
  if (violates(error, 'ledger_account_owner_fk')) {
    throw invalidField('/ownerId', 'reference_not_found', 'There is no such user in this company.');
  }
  throw error;
}

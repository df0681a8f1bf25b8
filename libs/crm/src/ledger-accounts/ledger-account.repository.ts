import { sql, violates, type Tx } from '@quittance/database';
import { invalidField, newId, notFound, type AccountId, type Currency } from '@quittance/kernel';
import type { LedgerAccountId } from '../accounts/account.js';
import { LedgerAccountEntity } from './ledger-account.entity.js';
import type { LedgerAccountKind } from './ledger-account.js';

/** First in the order of locks: whatever changes what a customer owes holds this row. */
const LOCK_OF_ACCOUNT = sql(`
  select id from crm.ledger_account where company_id = $1 and account_id = $2
  for no key update`);

const LOCK_BY_ID = sql(`
  select id from crm.ledger_account where company_id = $1 and id = $2 for no key update`);

const RENAME = sql(`
  update crm.ledger_account set name = $3, version = version + 1, updated_at = $4
  where company_id = $1 and account_id = $2`);

/**
 * Locks the ledger account of a customer until the transaction ends: the first lock of every
 * operation that takes more than one.
 * @throws DomainError not_found
 */
export async function lockLedgerAccount(tx: Tx, accountId: AccountId): Promise<LedgerAccountId> {
  const row = await tx.maybe<{ id: LedgerAccountId }>(LOCK_OF_ACCOUNT, [
    tx.ctx.companyId,
    accountId,
  ]);
  if (!row) throw notFound({ object: 'account' });
  return row.id;
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
  const { companyId, now } = tx.ctx;
  const row: LedgerAccountEntity = {
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
    ...given,
    companyId,
    id: newId<'ledger-account'>(),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insert(LedgerAccountEntity, row).catch(refuse);
  return row;
}

/** @throws DomainError validation_failed */
export async function updateLedgerAccountRow(
  tx: Tx,
  id: LedgerAccountId,
  version: number,
  patch: Partial<LedgerAccountEntity>,
): Promise<void> {
  const changed = { ...patch, version, updatedAt: tx.ctx.now };
  await tx.update(LedgerAccountEntity, { id }, changed).catch(refuse);
}

/** Keeps the name of a customer's ledger account that of the account. */
export async function renameLedgerAccount(
  tx: Tx,
  accountId: AccountId,
  name: string,
): Promise<void> {
  await tx.run(RENAME, [tx.ctx.companyId, accountId, name, tx.ctx.now]);
}

function refuse(error: unknown): never {
  if (violates(error, 'ledger_account_price_book_fk')) {
    const message = 'There is no such price book in this company.';
    throw invalidField('/defaultPriceBookId', 'not_found', message);
  }
  throw error;
}

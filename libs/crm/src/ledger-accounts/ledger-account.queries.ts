import { invalidListRequest, type ListDefinition, type ListNarrowing } from '@quittance/lists';
import { sql, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { notFound } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import type { LedgerAccountId } from '../accounts/account.js';
import type { LedgerAccountEntity } from './ledger-account.entity.js';
import { LEDGER_ACCOUNT_KINDS, maskBank, type LedgerAccount } from './ledger-account.js';

export type LedgerAccountRow = Omit<LedgerAccountEntity, 'companyId'>;

/** A ledger account whose row is written, and as it was; null of a new one. */
export interface WrittenLedgerAccount {
  readonly before: LedgerAccountRow | null;
  readonly after: LedgerAccountRow;
}

/** A row of `crm.ledger_account l`. */
export const LEDGER_COLUMNS = `
  l.id, l.version, l.kind, l.account_id as "accountId", l.name, l.gstin, l.pan, l.tan, l.vat, l.ein,
  l.bank, l.default_currency as "defaultCurrency", l.opening_balance as "openingBalance",
  l.credit_limit as "creditLimit", l.credit_days as "creditDays",
  l.payment_terms as "paymentTerms", l.default_price_book_id as "defaultPriceBookId",
  l.owner_id as "ownerId", l.created_at as "createdAt", l.created_by as "createdBy",
  l.updated_at as "updatedAt", l.updated_by as "updatedBy"`;

/** A row as the API shows it, with bank numbers in full. */
export function ledgerAccountView(row: LedgerAccountRow): LedgerAccount {
  const { id, version, kind, accountId, name, defaultCurrency: currency } = row;
  const { gstin, pan, tan, vat, ein } = row;
  return {
    id,
    version,
    kind,
    accountId,
    name,
    taxRegistration: { gstin, pan, tan, vat, ein },
    bank: row.bank,
    defaultCurrency: currency,
    openingBalance: formatMinor(row.openingBalance, currency),
    creditLimit: row.creditLimit === null ? null : formatMinor(row.creditLimit, currency),
    creditDays: row.creditDays,
    paymentTerms: row.paymentTerms,
    defaultPriceBookId: row.defaultPriceBookId,
    ownerId: row.ownerId,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
  };
}

/** A ledger account for somebody without the right to change it. */
export function withMaskedBank(account: LedgerAccount): LedgerAccount {
  return { ...account, bank: maskBank(account.bank) };
}

/** Row of the role matrix. */
export const RESOURCE = 'ledger-accounts';

/** Over the alias `l`. That of an account is deleted with it. */
export const IS_LIVE = 'l.deleted_at is null';

/** Lists never show bank numbers in full, whoever asks: they are read one account at a time. */
export const ledgerAccountList: ListDefinition<LedgerAccountRow, LedgerAccount> = {
  from: 'crm.ledger_account l',
  select: LEDGER_COLUMNS,
  id: 'l.id',
  // By ledger_account_name_index.
  named: { label: 'l.name', context: ['l.kind'], account: 'l.account_id', keys: ['l.name'] },
  fields: {
    id: { sql: 'l.id', type: 'id', notNull: true },
    kind: { sql: 'l.kind', type: 'enum', values: LEDGER_ACCOUNT_KINDS, notNull: true },
    accountId: { sql: 'l.account_id', type: 'id', shows: { target: 'account' } },
    name: { sql: 'l.name', type: 'text', notNull: true },
    gstin: { sql: 'l.gstin', type: 'text' },
    pan: { sql: 'l.pan', type: 'text' },
    vat: { sql: 'l.vat', type: 'text' },
    defaultCurrency: { sql: 'l.default_currency', type: 'text', notNull: true },
    openingBalance: { sql: 'l.opening_balance', type: 'money', currency: 'l.default_currency' },
    creditLimit: { sql: 'l.credit_limit', type: 'money', currency: 'l.default_currency' },
    creditDays: { sql: 'l.credit_days', type: 'integer' },
    defaultPriceBookId: {
      sql: 'l.default_price_book_id',
      type: 'id',
      shows: { target: 'price-book' },
    },
    ownerId: { sql: 'l.owner_id', type: 'id', shows: { target: 'user' } },
    createdAt: { sql: 'l.created_at', type: 'instant', notNull: true },
    createdBy: { sql: 'l.created_by', type: 'id', shows: { target: 'user' } },
    updatedBy: { sql: 'l.updated_by', type: 'id', shows: { target: 'user' } },
    updatedAt: { sql: 'l.updated_at', type: 'instant', notNull: true },
  },
  search: ['l.name', 'l.gstin', 'l.pan', 'l.vat', 'l.ein'],
  defaultSort: 'name',
  columns: [
    'id',
    'kind',
    'name',
    'accountId',
    'defaultCurrency',
    'openingBalance',
    'creditLimit',
    'creditDays',
    'paymentTerms',
    'ownerId',
    'createdAt',
    'createdBy',
    'updatedAt',
    'updatedBy',
  ],
  scope: (ctx, bind) => {
    const owned = rowScope.owned(ctx, RESOURCE, 'l', bind);
    return owned === null ? IS_LIVE : `${IS_LIVE} and ${owned}`;
  },
  map: (row) => withMaskedBank(ledgerAccountView(row)),
};

/** What a list may be asked for. */
export const LEDGER_ACCOUNT_SELECTIONS = ['all', ...LEDGER_ACCOUNT_KINDS] as const;

/** Only those of a kind; all of them without one. @throws DomainError invalid_list_request */
export function ledgerAccountsOfKind(kind: string | undefined): ListNarrowing | undefined {
  if (kind === undefined || kind === 'all') return undefined;
  if (!LEDGER_ACCOUNT_KINDS.some((known) => known === kind)) {
    const message = `must be one of ${LEDGER_ACCOUNT_SELECTIONS.join(', ')}`;
    throw invalidListRequest({}, { errors: [{ parameter: 'kind', code: 'enum', message }] });
  }
  return (bind) => `l.kind = ${bind(kind)}`;
}

/** By primary key. */
const READ_LEDGER_ACCOUNT = sql(`
  select ${LEDGER_COLUMNS} from crm.ledger_account l
  where l.company_id = $1 and l.id = $2 and ${IS_LIVE}`);

/** As far as the actor may see it. @throws DomainError not_found */
export async function readLedgerAccount(tx: Tx, id: LedgerAccountId): Promise<LedgerAccountRow> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const owned = rowScope.owned(tx.ctx, RESOURCE, 'l', (value) => `$${params.push(value)}`);
  const { text } = READ_LEDGER_ACCOUNT;
  const statement = owned === null ? READ_LEDGER_ACCOUNT : `${text} and ${owned}`;
  const row = await tx.maybe<LedgerAccountRow>(statement, params);
  if (!row) throw notFound({ object: 'ledger account' });
  return row;
}

/**
 * Those that the actor may see, locked in the order of their ids: two who lock the same wait for
 * one another.
 */
export async function lockLedgerAccountRows(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly LedgerAccountRow[]> {
  const params: unknown[] = [tx.ctx.companyId, ids];
  const owned = rowScope.owned(tx.ctx, RESOURCE, 'l', (value) => `$${params.push(value)}`);
  const narrowed = owned === null ? LOCKABLE : `${LOCKABLE} and ${owned}`;
  return tx.rows(`${narrowed} order by l.id for no key update of l`, params);
}

/** By primary key. */
const LOCKABLE = `
  select ${LEDGER_COLUMNS} from crm.ledger_account l
  where l.company_id = $1 and l.id = any($2::uuid[]) and ${IS_LIVE}`;

/** By ledger_account_account_key. */
const LOCK_OF_ACCOUNTS = sql(`
  select ${LEDGER_COLUMNS} from crm.ledger_account l
  where l.company_id = $1 and l.account_id = any($2::uuid[]) order by l.id for no key update of l`);

/** Those of customers, locked, whoever may see them. */
export function lockLedgerAccountRowsOf(
  tx: Tx,
  accountIds: readonly string[],
): Promise<readonly LedgerAccountRow[]> {
  return tx.rows(LOCK_OF_ACCOUNTS, [tx.ctx.companyId, accountIds]);
}

import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LedgerAccountKind } from '../ledger-accounts/ledger-account.js';

/** Whom a company deals with: a customer by its account, others by their ledger account. */
export interface Party {
  readonly id: string;
  readonly name: string;
  /** In which its amounts are counted. */
  readonly currency: Currency;
  readonly active: boolean;
}

/** By primary key. Held, so that nobody deletes or merges it meanwhile. */
const CUSTOMER = sql(`
  select a.id, a.name, l.default_currency as currency, a.status = 'active' as active
  from crm.account a
  join crm.ledger_account l on l.company_id = $1 and l.account_id = a.id
  where a.company_id = $1 and a.id = $2 and a.deleted_at is null for key share of a`);

/** Likewise. */
const OTHER = sql(`
  select l.id, l.name, l.default_currency as currency, true as active
  from crm.ledger_account l
  where l.company_id = $1 and l.id = $2 and l.kind = $3 and l.deleted_at is null
  for key share of l`);

/** A party of the kind; undefined where there is none. */
export function findParty(tx: Tx, kind: LedgerAccountKind, id: string): Promise<Party | undefined> {
  const { companyId } = tx.ctx;
  return kind === 'customer'
    ? tx.maybe<Party>(CUSTOMER, [companyId, id])
    : tx.maybe<Party>(OTHER, [companyId, id, kind]);
}

/** By primary key, held against its deletion. */
const CONTACT = sql(`
  select id from crm.contact
  where company_id = $1 and id = $2 and account_id = $3 and deleted_at is null for key share`);

/** Whether there is such a contact of the account. */
export async function holdContactOf(
  tx: Tx,
  accountId: string,
  id: Id<'contact'>,
): Promise<boolean> {
  return (await tx.maybe(CONTACT, [tx.ctx.companyId, id, accountId])) !== undefined;
}

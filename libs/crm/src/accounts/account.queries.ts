import { sql, type Sql, type Tx, arrays } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { BillingAccount } from './account.js';

/** What an account says of its documents, of `crm.account a`. */
export const SAID_OF_DOCUMENTS = `a.language, a.e_invoice_profile as "eInvoiceProfile",
    case when a.endpoint_scheme is not null
      then jsonb_build_object('scheme', a.endpoint_scheme, 'id', a.endpoint_id)
    end as "electronicAddress",
    a.buyer_reference as "buyerReference"`;

/** Customers as billing needs them, by primary key, in one statement for any number. */
const BILLING_ACCOUNTS = `
  select a.id, a.name, coalesce(a.billing_email, a.email) as email, a.billing_address as address,
    coalesce(a.tax_registration, l.gstin, l.vat, l.ein) as "taxRegistration",
    a.buyer_kind as "buyerKind",
    l.id as "ledgerAccountId", l.default_currency as currency, l.credit_days as "creditDays",
    l.payment_terms as "paymentTerms", ${SAID_OF_DOCUMENTS},
    a.status = 'active' as active
  from crm.account a
  join crm.ledger_account l on l.company_id = $1 and l.account_id = a.id
  where a.company_id = $1 and a.id = any($2::uuid[]) and a.deleted_at is null`;
const FIND_ACCOUNTS = sql(BILLING_ACCOUNTS);
const HOLD_ACCOUNTS = sql(`${BILLING_ACCOUNTS} order by a.id for key share of a`);

/** The accounts among `ids` that exist and are not deleted. */
export function findBillingAccounts(
  tx: Tx,
  ids: readonly AccountId[],
): Promise<Map<AccountId, BillingAccount>> {
  return billingAccounts(tx, FIND_ACCOUNTS, ids);
}

/**
 * The same for whoever is about to write a record of money about them: until the transaction ends
 * nobody deletes them or merges them into another.
 */
export function holdBillingAccounts(
  tx: Tx,
  ids: readonly AccountId[],
): Promise<Map<AccountId, BillingAccount>> {
  return billingAccounts(tx, HOLD_ACCOUNTS, ids);
}

async function billingAccounts(
  tx: Tx,
  statement: Sql,
  ids: readonly AccountId[],
): Promise<Map<AccountId, BillingAccount>> {
  if (ids.length === 0) return new Map();
  const keys = arrays.uuid(ids, (id) => id);
  const rows = await tx.rows<BillingAccount>(statement, [tx.ctx.companyId, keys]);
  return new Map(rows.map((row) => [row.id, row]));
}

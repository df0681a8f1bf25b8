import { sql, type Tx, arrays } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** How much credit a customer has, as its ledger account says. */
export interface CreditTerms {
  readonly accountId: AccountId;
  readonly name: string;
  /** The currency that its credit is counted in. */
  readonly currency: Currency;
  /** Minor units of it; null is no limit, 0 is none at all. */
  readonly creditLimit: bigint | null;
}

/** By ledger_account_account_key. */
const CREDIT_TERMS = sql(`
  select l.account_id as "accountId", l.name, l.default_currency as currency,
    l.credit_limit as "creditLimit"
  from crm.ledger_account l
  where l.company_id = $1 and l.account_id = any($2::uuid[])`);

/** The terms of the customers among `accountIds` that there are; sent before it returns. */
export function readCreditTerms(tx: Tx, accountIds: readonly AccountId[]): Promise<CreditTerms[]> {
  return tx.rows(CREDIT_TERMS, [tx.ctx.companyId, arrays.uuid(accountIds, (id) => id)]);
}

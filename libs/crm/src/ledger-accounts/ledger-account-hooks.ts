import type { ObjectHooks } from '@quittance/metadata';
import { findMoneyOfLedger } from '../accounts/account-uses.queries.js';
import { ledgerAccountHasMoney } from '../crm.errors.js';
import { releasePriceBooks } from './ledger-account.repository.js';

export const ledgerAccountHooks: ObjectHooks = {
  /**
   * That of a customer goes with its account, of which was asked.
   * @throws DomainError ledger_account_has_money
   */
  async beforeDelete(tx, accounts) {
    for (const { id, kind, name } of accounts) {
      if (kind === 'customer') continue;
      const reason = await findMoneyOfLedger(tx, id);
      if (reason !== undefined) throw ledgerAccountHasMoney({ name: String(name), reason });
    }
    await releasePriceBooks(
      tx,
      accounts.map(({ id }) => id),
    );
  },
};

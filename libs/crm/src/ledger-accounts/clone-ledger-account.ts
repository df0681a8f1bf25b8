import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import type { LedgerAccountId } from '../accounts/account.js';
import { ledgerAccountOfCustomer } from '../crm.errors.js';
import { addLedgerAccount } from './create-ledger-account.js';
import type { LedgerAccount } from './ledger-account.js';
import type { LedgerAccountPatch } from './ledger-account-patch.js';
import { ledgerAccountView, readLedgerAccount } from './ledger-account.queries.js';

export interface LedgerAccountCopy {
  readonly id: LedgerAccountId;
  /** What the copy has instead. */
  readonly changes: LedgerAccountPatch;
}

/**
 * Makes the ledger account of a supplier or partner on the terms of another. Registrations, bank
 * details and the opening balance are of one party alone and are not copied.
 */
@Injectable()
export class CloneLedgerAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, ledger_account_of_customer,
   *   validation_failed, currency_not_enabled
   */
  execute(ctx: Ctx, { id, changes }: LedgerAccountCopy): Promise<LedgerAccount> {
    return this.db.write(ctx, async (tx) => {
      const { kind, name, ...terms } = ledgerAccountView(await readLedgerAccount(tx, id));
      if (kind === 'customer') throw ledgerAccountOfCustomer({ name });
      const { defaultCurrency, creditLimit, creditDays, paymentTerms, defaultPriceBookId } = terms;
      // A limit without its currency is another amount.
      const isMoved = (changes.defaultCurrency ?? defaultCurrency) !== defaultCurrency;
      const limit = isMoved ? {} : { creditLimit };
      const copied = {
        name,
        defaultCurrency,
        creditDays,
        paymentTerms,
        defaultPriceBookId,
        ...limit,
      };
      const model = await this.models.of(tx);
      const input = { kind, ...copied, ...changes };
      return addLedgerAccount(tx, model, input, 'ledger_account.cloned');
    });
  }
}

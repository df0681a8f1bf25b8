import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { LedgerAccountId } from './accounts/account.js';
import type { LedgerAccount } from './ledger-accounts/ledger-account.js';
import {
  ledgerAccountView,
  readLedgerAccount,
  withMaskedBank,
} from './ledger-accounts/ledger-account.queries.js';

/** Reads of single ledger accounts. */
@Injectable()
export class CrmQueries {
  constructor(private readonly db: Database) {}

  /**
   * Bank numbers are masked for whoever may not update ledger accounts.
   * @throws DomainError not_found
   */
  async ledgerAccount(ctx: Ctx, id: LedgerAccountId): Promise<LedgerAccount> {
    const row = await this.db.read(ctx, (tx) => readLedgerAccount(tx, id));
    const account = ledgerAccountView(row);
    return ctx.permissions.can('ledger-accounts', 'update') ? account : withMaskedBank(account);
  }
}

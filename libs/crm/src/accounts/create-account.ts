import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Account } from './account.js';
import type { AccountPatch } from './account-patch.js';
import { addAccount } from './add-account.js';

export type NewAccount = AccountPatch & { readonly name: string };

/** Makes a customer: the account and its one ledger account. */
@Injectable()
export class CreateAccount {
  constructor(private readonly db: Database) {}

  /** @throws DomainError account_external_key_taken, validation_failed */
  execute(ctx: Ctx, input: NewAccount): Promise<Account> {
    return this.db.write(ctx, (tx) => addAccount(tx, input));
  }
}

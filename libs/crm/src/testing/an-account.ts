import type { Tx } from '@quittance/database';
import type { Account } from '../accounts/account.js';
import type { AccountPatch } from '../accounts/account-patch.js';
import { addAccount } from '../accounts/add-account.js';

/** A customer with its ledger account, for tests. */
export function anAccount(tx: Tx, over: AccountPatch = {}): Promise<Account> {
  return addAccount(tx, { name: 'Acme Ltd', email: 'ap@acme.example', ...over });
}

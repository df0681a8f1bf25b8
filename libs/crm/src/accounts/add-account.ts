import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { insertLedgerAccount } from '../ledger-accounts/ledger-account.repository.js';
import type { Account } from './account.js';
import { accountFields, type AccountPatch } from './account-patch.js';
import { ACCOUNT_DEFAULTS, insertAccount } from './account.repository.js';

/** Adds an account and its ledger account in the caller's transaction. */
export async function addAccount(
  tx: Tx,
  input: AccountPatch & { readonly name: string },
): Promise<Account> {
  const id = newId<'account'>();
  const { baseCurrency } = await readCompany(tx);
  const given = accountFields(ACCOUNT_DEFAULTS, input);
  const { name } = input;
  const fields = { ...ACCOUNT_DEFAULTS, ownerId: tx.ctx.userId, ...given, name };
  const row = await insertAccount(tx, id, fields);
  const ledger = await insertLedgerAccount(tx, {
    kind: 'customer',
    accountId: id,
    name,
    defaultCurrency: baseCurrency,
  });
  const { companyId: _, ...stored } = row;
  const account: Account = { ...stored, ledgerAccountId: ledger.id };
  audit(tx, { action: 'account.created', object: 'account', recordId: id, after: { ...given } });
  emit(tx, { type: 'record.created', object: 'account', recordId: id, data: { ...account } });
  return account;
}

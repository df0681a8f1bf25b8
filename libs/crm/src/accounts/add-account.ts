import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { newId, type Id } from '@quittance/kernel';
import { besideRecords } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { insertCustomerLedgers } from '../ledger-accounts/ledger-account.repository.js';
import type { Account } from './account.js';
import { accountObject } from './account-record.js';
import { accountFields, type AccountPatch } from './account-patch.js';
import { ACCOUNT_DEFAULTS, insertAccount } from './account.repository.js';

/** Adds an account and its ledger account in the caller's transaction. */
export async function addAccount(
  tx: Tx,
  input: AccountPatch & { readonly name: string },
): Promise<Account> {
  const id = newId<'account'>();
  const given = accountFields(ACCOUNT_DEFAULTS, input);
  const { name } = input;
  const fields = { ...ACCOUNT_DEFAULTS, ownerId: tx.ctx.userId, ...given, name };
  const ledgerAccountId = newId<'ledger-account'>();
  const row = await insertAccount(tx, id, fields, ledgerAccountId);
  await insertCustomerLedgers(tx, [{ id: ledgerAccountId, accountId: id, name }]);
  await besideRecords.store(tx, accountObject, { ...fields, id: id as string as Id<'record'> });
  const { companyId: _, ...account } = row;
  audit(tx, { action: 'account.created', object: 'account', recordId: id, after: { ...given } });
  emit(tx, { type: 'record.created', object: 'account', recordId: id, data: { ...account } });
  return account;
}

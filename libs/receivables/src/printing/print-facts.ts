import { readCompany, type DocumentLanguage } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { PrintFacts } from '@quittance/documents';
import { notFound, type AccountId } from '@quittance/kernel';

/** What an account's documents show that is not of themselves. */
export async function printFacts(
  tx: Tx,
  accountId: AccountId,
  { language }: { readonly language?: DocumentLanguage | null } = {},
) {
  const [company, accounts] = await Promise.all([
    readCompany(tx),
    findBillingAccounts(tx, [accountId]),
  ]);
  const account = accounts.get(accountId);
  if (!account) throw notFound({ object: 'account' });
  const { email, electronicAddress } = account;
  // That which is asked for, else the customer's own, else that of the company's documents.
  const facts: PrintFacts = {
    company,
    language: language ?? account.language,
    email,
    electronicAddress,
  };
  return { ...facts, account };
}

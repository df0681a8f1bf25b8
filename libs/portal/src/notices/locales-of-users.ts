import { readCompany, type Company } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { PortalDirectory } from '../actors/portal-actor.js';

/** Who is written to, and for whom they act. */
export interface WrittenTo {
  readonly locale: string | null;
  readonly directory: PortalDirectory;
  readonly partyId: string;
}

/**
 * In which locale users are written to: their own, else the language of their account, else that
 * of the company's documents. One statement for any number.
 */
export async function localesOfUsers(
  tx: Tx,
  users: readonly WrittenTo[],
): Promise<(user: WrittenTo) => string> {
  const ids = users.filter(speaksAsAccount).map(({ partyId }) => partyId as AccountId);
  const [company, accounts] = await Promise.all([
    readCompany(tx),
    findBillingAccounts(tx, [...new Set(ids)]),
  ]);
  return (user) => {
    const account = speaksAsAccount(user) ? accounts.get(user.partyId as AccountId) : undefined;
    return user.locale ?? localeOf(account?.language ?? company.documentLanguage, company);
  };
}

const speaksAsAccount = ({ locale, directory }: WrittenTo): boolean =>
  locale === null && directory === 'customer';

/** Days are written as where the company is, as far as that is in the language. */
function localeOf(language: string | null, { locale }: Pick<Company, 'locale'>): string {
  return language === null || language === locale.split('-')[0] ? locale : language;
}

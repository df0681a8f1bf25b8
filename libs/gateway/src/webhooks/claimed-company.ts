import { providerPayments } from '@quittance/receivables';
import { sql, type Database } from '@quittance/database';
import { isUuid, type CompanyId } from '@quittance/kernel';
import type { Connector } from '../connectors/connector.js';
import type { ProviderNotice } from '../providers/payment-provider.port.js';

/** What is needed of a company to judge a webhook that claims to be for it. */
export interface ClaimedCompany {
  readonly timeZone: string;
  readonly connectors: readonly Connector[];
  /** Another one after every change of the above. */
  readonly revision: string;
}

/** One statement without a transaction around it: every webhook waits for it. */
const CLAIMED_COMPANY = sql(`
  select time_zone as "timeZone", connectors from gateway.door_webhook_company($1)`);

const COMPANIES_OF_EVENT = sql(`
  select c.id from gateway.door_companies_of_event($1, $2, $3, $4, $5) as c(id)`);

/** The company, or undefined when there is none of that id. */
export async function readClaimedCompany(
  db: Database,
  companyId: CompanyId,
): Promise<ClaimedCompany | undefined> {
  const company = (
    await db.door<Omit<ClaimedCompany, 'revision'>>(CLAIMED_COMPANY, [companyId])
  )[0];
  if (!company) return undefined;
  const versions = company.connectors.map(({ id, version }) => ` ${id}.${version}`).sort();
  return { ...company, revision: company.timeZone + versions.join('') };
}

/**
 * The companies a notice may be for: the one its metadata names, else those that know one of the
 * names it goes by. Nothing here is believed: whose secret verifies it decides.
 */
export async function claimedCompanyIds(
  db: Database,
  provider: string,
  notice: ProviderNotice,
): Promise<readonly CompanyId[]> {
  const { companyId, linkId, reference, orderId, providerPaymentId } = notice.reference;
  if (isUuid(companyId)) return [companyId.toLowerCase() as CompanyId];
  const names = [linkId, reference, orderId, providerPaymentId];
  if (!names.some(Boolean)) return [];
  // Both are asked even if the first would do: what it knows may be of somebody who only claims it.
  const [attempted, booked] = await Promise.all([
    db.door<{ id: CompanyId }>(COMPANIES_OF_EVENT, [provider, ...names]),
    providerPaymentId ? providerPayments.companies(db, provider, providerPaymentId) : [],
  ]);
  return [...new Set([...attempted.map(({ id }) => id), ...booked])];
}

const COMPANIES_OF_ACCOUNT = sql(`
  select c.id from gateway.door_companies_of_account($1, $2) as c(id)`);

/**
 * The companies whose connector is for the account that a notice names; for one that names no more.
 */
export async function companiesOfAccount(
  db: Database,
  provider: string,
  { reference: { accountId } }: ProviderNotice,
): Promise<readonly CompanyId[]> {
  if (!accountId) return [];
  const found = await db.door<{ id: CompanyId }>(COMPANIES_OF_ACCOUNT, [provider, accountId]);
  return found.map(({ id }) => id);
}

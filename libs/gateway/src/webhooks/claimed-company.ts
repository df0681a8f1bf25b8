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

const COMPANY_OF_LINK = sql(`select c.id from gateway.door_company_of_link($1, $2, $3) as c(id)`);

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
 * The company a notice claims to be for. Without metadata our own links are asked; a payment may
 * carry nothing else.
 */
export async function claimedCompanyId(
  db: Database,
  provider: string,
  notice: ProviderNotice,
): Promise<CompanyId | undefined> {
  const { companyId, linkId, orderId } = notice.reference;
  if (isUuid(companyId)) return companyId.toLowerCase() as CompanyId;
  if (!linkId && !orderId) return undefined;
  const params = [provider, linkId, orderId];
  return (await db.door<{ id: CompanyId }>(COMPANY_OF_LINK, params))[0]?.id;
}

import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { isUuid, type CompanyId } from '@quittance/kernel';
import type { LearntAccount } from './account-of-event.js';
import type { ProviderNotice } from '../providers/payment-provider.port.js';
import {
  claimedCompanyIds,
  companiesOfAccount,
  readClaimedCompany,
  type ClaimedCompany,
} from './claimed-company.js';

/** The revision of a `ClaimedCompany` as the transaction sees it; by primary keys. */
const REVISION = sql(`
  select c.time_zone || coalesce((
    select string_agg(' ' || n.id || '.' || n.version, '' order by n.id)
    from gateway.connector n where n.company_id = $1 and n.kind = 'payment'), '') as revision
  from company.pub_company c where c.id = $1`);

const MOST_CACHED = 10_000;

/** The company or its connectors have changed since the webhook was judged. */
export class StaleCompany extends Error {
  constructor(readonly companyId: CompanyId) {
    super('The company has changed since the webhook was judged');
  }
}

/**
 * What webhooks were last judged by, so that judging the next one asks nobody. The transaction that
 * applies a webhook compares the revision: one that was judged by what is no longer so is judged
 * anew.
 */
@Injectable()
export class CompanyCache {
  private readonly cached = new Map<CompanyId, ClaimedCompany>();

  constructor(private readonly db: Database) {}

  /** The companies a notice may be for; none when nobody knows what it names. */
  claimed(provider: string, notice: ProviderNotice): Promise<readonly CompanyId[]> {
    return claimedCompanyIds(this.db, provider, notice);
  }

  /**
   * The companies a notice may be for that names nothing of ours: whom its address names, else
   * those whose account at the provider it names.
   */
  async addressed(
    company: string | undefined,
    provider: string,
    notice: ProviderNotice,
  ): Promise<readonly CompanyId[]> {
    if (isUuid(company)) return [company.toLowerCase() as CompanyId];
    return companiesOfAccount(this.db, provider, notice);
  }

  /** What is known already, perhaps no longer true. */
  recall(id: CompanyId): ClaimedCompany | undefined {
    return this.cached.get(id);
  }

  /** What is true now; undefined when there is no such company. */
  async read(id: CompanyId): Promise<ClaimedCompany | undefined> {
    const company = await readClaimedCompany(this.db, id);
    if (!company) return undefined;
    if (this.cached.size >= MOST_CACHED) this.cached.clear();
    this.cached.set(id, company);
    return company;
  }

  /** Remembers of a cached company what was just stored of it. */
  learn(id: CompanyId, learnt: LearntAccount | null): void {
    const company = learnt && this.cached.get(id);
    if (!company) return;
    const connectors = company.connectors.map((each) =>
      each.id === learnt.connector.id
        ? { ...each, settings: { ...each.settings, accountId: learnt.accountId } }
        : each,
    );
    this.cached.set(id, { ...company, connectors });
  }

  forget(id: CompanyId): void {
    this.cached.delete(id);
  }
}

/**
 * Compares what webhooks were judged by with the transaction's company; sent before this returns.
 * @throws StaleCompany
 */
export async function checkRevision(tx: Tx, judgedBy: ReadonlySet<string>): Promise<void> {
  const { companyId } = tx.ctx;
  const { revision } = await tx.one<{ revision: string }>(REVISION, [companyId]);
  if (judgedBy.size !== 1 || !judgedBy.has(revision)) throw new StaleCompany(companyId);
}

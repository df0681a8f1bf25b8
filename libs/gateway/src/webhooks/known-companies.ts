import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { isUuid, type CompanyId, type Ctx } from '@quittance/kernel';
import type { Connector } from '../connectors/connector.js';
import { findConnectors } from '../connectors/connector.repository.js';
import type { ProviderNotice } from '../providers/payment-provider.port.js';

/** What is needed of a company to judge its webhooks. */
export interface KnownCompany {
  readonly connectors: readonly Connector[];
  /** Changes whenever a connector does. */
  readonly stamp: string;
  readonly timeZone: string;
}

const TIME_ZONE = sql(`select time_zone as "timeZone" from company.company where id = $1`);

const STAMP = sql(`
  select coalesce(string_agg(id || ':' || version, ',' order by id), '') as stamp
  from gateway.connector where company_id = $1`);

const COMPANY_OF_LINK = sql(`select c.id from gateway.door_company_of_link($1, $2, $3) as c(id)`);

const MOST = 1000;

/**
 * Remembers companies between webhooks, so that a capture need not read them first. What is
 * remembered is believed only until the capture's own transaction has compared the stamp, and never
 * for a refusal.
 */
@Injectable()
export class KnownCompanies {
  private readonly remembered = new Map<CompanyId, KnownCompany>();

  constructor(private readonly db: Database) {}

  remember(companyId: CompanyId): KnownCompany | undefined {
    return this.remembered.get(companyId);
  }

  forget(companyId: CompanyId): void {
    this.remembered.delete(companyId);
  }

  /** Reads the company afresh; undefined when there is no such company. */
  async read(ctx: Ctx): Promise<KnownCompany | undefined> {
    const { companyId } = ctx;
    const [company, connectors, stamp] = await this.db.read(ctx, (tx) =>
      Promise.all([
        tx.maybe<{ timeZone: string }>(TIME_ZONE, [companyId]),
        findConnectors(tx),
        connectorStamp(tx),
      ]),
    );
    this.forget(companyId);
    if (!company) return undefined;
    const known = { connectors, stamp, timeZone: company.timeZone };
    if (this.remembered.size >= MOST) {
      const [oldest] = this.remembered.keys();
      if (oldest) this.forget(oldest);
    }
    this.remembered.set(companyId, known);
    return known;
  }

  /**
   * The company a notice claims to be for. Without metadata our own links are asked; a payment may
   * carry nothing else.
   */
  async claimedBy(provider: string, notice: ProviderNotice): Promise<CompanyId | undefined> {
    const { companyId, linkId, orderId } = notice.reference;
    if (isUuid(companyId)) return companyId.toLowerCase() as CompanyId;
    if (!linkId && !orderId) return undefined;
    const params = [provider, linkId, orderId];
    return (await this.db.door<{ id: CompanyId }>(COMPANY_OF_LINK, params))[0]?.id;
  }
}

/** The present versions of the company's connectors. */
export async function connectorStamp(tx: Tx): Promise<string> {
  return (await tx.one<{ stamp: string }>(STAMP, [tx.ctx.companyId])).stamp;
}

import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { PaymentProviders } from '../providers/payment-providers.js';
import { connectorView, type ConnectorView } from './connector.js';
import { findConnectors } from './connector.repository.js';

export interface ConnectorsView {
  readonly data: readonly ConnectorView[];
  /** The provider that serves the company while it has no active connector of its own. */
  readonly fallback: { readonly kind: 'payment'; readonly provider: string } | null;
}

/** Reads connectors as they may be shown. */
@Injectable()
export class ConnectorQueries {
  constructor(
    private readonly db: Database,
    private readonly providers: PaymentProviders,
  ) {}

  async all(ctx: Ctx): Promise<ConnectorsView> {
    const connectors = await this.db.read(ctx, findConnectors);
    const served = connectors.some(({ active }) => active);
    const fallback = served ? undefined : this.providers.fallback(ctx.companyId);
    return {
      data: connectors.map(connectorView),
      fallback: fallback ? { kind: 'payment', provider: fallback.name } : null,
    };
  }

  /**
   * The active connector, else the one changed last.
   * @throws DomainError not_found
   */
  async payment(ctx: Ctx): Promise<ConnectorView> {
    const connector = (await this.db.read(ctx, findConnectors))[0];
    if (!connector) throw notFound({ object: 'payment connector' });
    return connectorView(connector);
  }
}

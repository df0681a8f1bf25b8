import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { taxConnectorView, type TaxConnectorView } from './tax-connector.js';
import { findTaxConnectors } from './tax-connector.repository.js';

/** Reads tax connectors as they may be shown. */
@Injectable()
export class TaxConnectorQueries {
  constructor(private readonly db: Database) {}

  /** The active one first. */
  async all(ctx: Ctx): Promise<TaxConnectorView[]> {
    return (await this.db.read(ctx, findTaxConnectors)).map(taxConnectorView);
  }

  /**
   * The active connector, else the one changed last.
   * @throws DomainError not_found
   */
  async current(ctx: Ctx): Promise<TaxConnectorView> {
    const [connector] = await this.db.read(ctx, findTaxConnectors);
    if (!connector) throw notFound({ object: 'tax connector' });
    return taxConnectorView(connector);
  }
}

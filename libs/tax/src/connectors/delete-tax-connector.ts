import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { ServingEngines } from './serving-engines.js';
import { auditedTaxConnector } from './tax-connector.js';
import { deleteTaxConnectors, lockTaxConnectors } from './tax-connector.repository.js';

/** Removes the company's tax connectors for good: the built-in engine serves from now on. */
@Injectable()
export class DeleteTaxConnector {
  constructor(
    private readonly db: Database,
    private readonly serving: ServingEngines,
  ) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const connectors = await lockTaxConnectors(tx);
      if (connectors.length === 0) throw notFound({ object: 'tax connector' });
      await deleteTaxConnectors(tx);
      for (const connector of connectors) {
        audit(tx, {
          action: 'connector.deleted',
          object: 'connector',
          recordId: connector.id,
          before: auditedTaxConnector(connector),
        });
      }
    });
    this.serving.drop(ctx.companyId);
  }
}

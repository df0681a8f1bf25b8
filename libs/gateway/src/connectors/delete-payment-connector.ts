import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { auditedConnector } from './connector.js';
import { deleteConnectors, lockConnectors } from './connector.repository.js';

/** Removes the company's payment connectors for good: their webhooks no longer verify. */
@Injectable()
export class DeletePaymentConnector {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const connectors = await lockConnectors(tx);
      if (connectors.length === 0) throw notFound({ object: 'payment connector' });
      await deleteConnectors(tx);
      for (const connector of connectors) {
        audit(tx, {
          action: 'connector.deleted',
          object: 'connector',
          recordId: connector.id,
          before: auditedConnector(connector),
        });
      }
    });
  }
}

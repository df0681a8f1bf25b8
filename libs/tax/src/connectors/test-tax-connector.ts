import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { EngineCalls } from '../engines/engine-calls.js';
import { TaxEngineFailure } from '../engines/tax-engine.port.js';
import { taxConnectorMissing } from '../tax.errors.js';
import { ServingEngines } from './serving-engines.js';
import { findTaxConnectors, markFailing } from './tax-connector.repository.js';

/** What the provider said to the company's credentials. */
export interface TaxConnectorTestResult {
  readonly ok: boolean;
  readonly provider: string;
  /** Why not, in a sentence. */
  readonly detail: string | null;
}

/** Asks the provider whether it accepts the credentials of the connector, switched on or not. */
@Injectable()
export class TestTaxConnector {
  constructor(
    private readonly db: Database,
    private readonly serving: ServingEngines,
    private readonly calls: EngineCalls,
  ) {}

  /** @throws DomainError tax_connector_missing */
  async execute(ctx: Ctx): Promise<TaxConnectorTestResult> {
    const connector = (await this.db.read(ctx, findTaxConnectors))[0];
    const serving = connector && this.serving.serve(ctx.companyId, connector);
    if (!serving?.engine) throw taxConnectorMissing();
    const { engine, account, provider, connectorId } = serving;
    const failure = await this.calls
      .once((signal) => engine.test(account, signal))
      .then(
        () => null,
        (error: TaxEngineFailure) => error,
      );
    const result = { ok: failure === null, provider, detail: failure?.message ?? null };
    return this.db.write(ctx, async (tx) => {
      // A provider that is away says nothing about the credentials.
      if (!failure || failure.kind === 'unauthorised') {
        await markFailing(tx, connectorId, result.detail);
      }
      audit(tx, {
        action: 'connector.tested',
        object: 'connector',
        recordId: connectorId,
        after: { ...result },
      });
      return result;
    });
  }
}

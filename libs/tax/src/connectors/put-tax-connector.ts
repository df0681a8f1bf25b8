import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { sealCredentials } from '@quittance/config';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { TaxEngine } from '../engines/tax-engine.port.js';
import { TaxEngines } from '../engines/tax-engines.js';
import {
  mergedCredentials,
  readEngineCredentials,
  readEngineSettings,
  type TaxConnectorInput,
} from './connector-input.js';
import { ServingEngines } from './serving-engines.js';
import {
  auditedTaxConnector,
  taxConnectorView,
  type TaxConnector,
  type TaxConnectorView,
} from './tax-connector.js';
import {
  insertTaxConnector,
  lockTaxConnectors,
  updateTaxConnector,
  type TaxConnectorState,
} from './tax-connector.repository.js';
import { TAX_SETTINGS, type TaxSettings } from './tax-settings.js';

/**
 * Sets the company's tax connector. Secrets that are left out stay as they are; the connector of
 * another provider is switched off but kept: what was recorded with it can still be voided there.
 */
@Injectable()
export class PutTaxConnector {
  constructor(
    private readonly db: Database,
    private readonly engines: TaxEngines,
    private readonly serving: ServingEngines,
    @Inject(TAX_SETTINGS) private readonly settings: TaxSettings,
  ) {}

  /** @throws DomainError validation_failed */
  async execute(ctx: Ctx, input: TaxConnectorInput): Promise<TaxConnectorView> {
    const engine = this.engines.find(input.provider);
    if (!engine) {
      const names = this.engines.names.join(', ');
      throw invalidField('/provider', 'enum', `must be one of ${names}`);
    }
    const stored = await this.db.write(ctx, (tx) => this.store(tx, engine, input));
    this.serving.drop(ctx.companyId);
    return taxConnectorView(stored);
  }

  private async store(tx: Tx, engine: TaxEngine, input: TaxConnectorInput): Promise<TaxConnector> {
    const connectors = await lockTaxConnectors(tx);
    const before = connectors.find(({ provider }) => provider === engine.name);
    const state = this.stateOf(tx.ctx, engine, input, before);
    if (state.active) {
      const others = connectors.filter((each) => each.active && each !== before);
      await Promise.all(others.map((each) => updateTaxConnector(tx, each, { active: false })));
    }
    const after = before
      ? await updateTaxConnector(tx, before, state)
      : await insertTaxConnector(tx, state);
    audit(tx, {
      action: before ? 'connector.updated' : 'connector.created',
      object: 'connector',
      recordId: after.id,
      before: before ? auditedTaxConnector(before) : null,
      after: auditedTaxConnector(after),
    });
    return after;
  }

  private stateOf(
    { companyId }: Ctx,
    engine: TaxEngine,
    { active, ...input }: TaxConnectorInput,
    before: TaxConnector | undefined,
  ): TaxConnectorState {
    const stored = before?.credentials ?? {};
    const sent = readEngineCredentials(engine, input.credentials, new Set(Object.keys(stored)));
    const owner = { companyId, provider: engine.name };
    const sealed = sealCredentials(this.settings.keys, owner, sent);
    return {
      provider: engine.name,
      active,
      credentials: mergedCredentials(engine, stored, sealed),
      settings: readEngineSettings(engine, input.settings, this.settings.production),
    };
  }
}

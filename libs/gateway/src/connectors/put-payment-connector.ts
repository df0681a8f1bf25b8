import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { sealingPlace, sealCredentials } from '@quittance/config';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.settings.js';
import type { PaymentProvider } from '../providers/payment-provider.port.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { readCredentials, readConnectorSettings, type ConnectorInput } from './connector-input.js';
import {
  insertConnector,
  lockConnectors,
  updateConnector,
  type ConnectorState,
} from './connector.repository.js';
import {
  auditedConnector,
  connectorView,
  type Connector,
  type ConnectorView,
} from './connector.js';
import {
  openedOrLost,
  previousOf,
  replacedSecret,
  type PreviousSecret,
} from './replaced-secret.js';

/**
 * Sets the company's payment connector. Secrets that are left out stay as they are; the connector
 * of another provider is switched off but kept, so that webhooks of its links still verify. So do
 * for a while those that are signed with a webhook secret that is replaced here.
 */
@Injectable()
export class PutPaymentConnector {
  constructor(
    private readonly db: Database,
    private readonly providers: PaymentProviders,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** @throws DomainError validation_failed */
  async execute(ctx: Ctx, input: ConnectorInput): Promise<ConnectorView> {
    const provider = this.providers.find(input.provider);
    if (!provider) {
      const names = this.providers.names.join(', ');
      throw invalidField('/provider', 'enum', `must be one of ${names}`);
    }
    return this.db.write(ctx, async (tx) => connectorView(await this.store(tx, provider, input)));
  }

  private async store(
    tx: Tx,
    provider: PaymentProvider,
    input: ConnectorInput,
  ): Promise<Connector> {
    const connectors = await lockConnectors(tx);
    const before = connectors.find((each) => each.provider === provider.name);
    const state = this.stateOf(tx.ctx, provider, input, before);
    if (state.active) {
      const others = connectors.filter((each) => each.active && each !== before);
      await Promise.all(others.map((each) => updateConnector(tx, each, { active: false })));
    }
    const after = before
      ? await updateConnector(tx, before, state)
      : await insertConnector(tx, state);
    audit(tx, {
      action: before ? 'connector.updated' : 'connector.created',
      object: 'connector',
      recordId: after.id,
      before: before ? auditedConnector(before) : null,
      after: auditedConnector(after),
    });
    return after;
  }

  private stateOf(
    ctx: Ctx,
    provider: PaymentProvider,
    input: ConnectorInput,
    before: Connector | undefined,
  ): ConnectorState {
    const stored = before?.credentials ?? {};
    const sent = readCredentials(provider, input.credentials, new Set(Object.keys(stored)));
    const owner = { companyId: ctx.companyId, provider: provider.name };
    const sealed = sealCredentials(this.settings.keys, owner, sent);
    return {
      provider: provider.name,
      active: input.active,
      credentials: { ...stored, ...sealed },
      ...this.previousSecret(ctx, provider, sent[provider.webhookSecretField], before),
      settings: readConnectorSettings(provider, input.settings, this.settings.production),
    };
  }

  /** What is valid beside the webhook secret that was sent, or beside the one that stays. */
  private previousSecret(
    { companyId, now }: Ctx,
    provider: PaymentProvider,
    sent: string | undefined,
    before: Connector | undefined,
  ): PreviousSecret {
    const field = provider.webhookSecretField;
    const current = before?.credentials[field];
    if (!current || sent === undefined) return previousOf(before);
    const place = sealingPlace(companyId, provider.name, field);
    const opened = openedOrLost(this.settings.keys, current, place);
    // Sent again it replaces nothing, least of all the one before it.
    if (opened === sent) return previousOf(before);
    return replacedSecret(opened === undefined ? undefined : current, now);
  }
}

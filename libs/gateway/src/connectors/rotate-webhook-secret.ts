import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { sealingPlace, sealSecret } from '@quittance/config';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.settings.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import {
  auditedConnector,
  connectorView,
  type Connector,
  type ConnectorView,
} from './connector.js';
import { lockConnectors, updateConnector } from './connector.repository.js';
import {
  OVERLAP_HOURS,
  openedOrLost,
  previousOf,
  replacedSecret,
  type PreviousSecret,
} from './replaced-secret.js';

export interface RotateWebhookSecretInput {
  readonly webhookSecret: string;
  /** How long the secret used until now stays valid beside the new one; a week unless told. */
  readonly overlapHours?: number | undefined;
}

/** Gives the active connector a new webhook secret; deliveries already under way still verify. */
@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly db: Database,
    private readonly providers: PaymentProviders,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** @throws DomainError not_found */
  async execute(
    ctx: Ctx,
    { webhookSecret, overlapHours = OVERLAP_HOURS }: RotateWebhookSecretInput,
  ): Promise<ConnectorView> {
    return this.db.write(ctx, async (tx) => {
      const connector = (await lockConnectors(tx)).find(({ active }) => active);
      const provider = connector && this.providers.find(connector.provider);
      if (!provider) throw notFound({ object: 'active payment connector' });
      const field = provider.webhookSecretField;
      const place = sealingPlace(ctx.companyId, provider.name, field);
      const after = await updateConnector(tx, connector, {
        credentials: {
          ...connector.credentials,
          [field]: sealSecret(this.settings.keys, webhookSecret, place),
        },
        ...this.previousSecret(ctx, connector, field, { webhookSecret, overlapHours }),
      });
      audit(tx, {
        action: 'connector.webhook_secret_rotated',
        object: 'connector',
        recordId: connector.id,
        before: auditedConnector(connector),
        after: { ...auditedConnector(after), overlapHours },
      });
      return connectorView(after);
    });
  }

  /**
   * The same secret sent again replaces nothing: the one before it stays valid, unless told not to.
   */
  private previousSecret(
    { companyId, now }: Ctx,
    connector: Connector,
    field: string,
    { webhookSecret, overlapHours }: Required<RotateWebhookSecretInput>,
  ): PreviousSecret {
    const current = connector.credentials[field];
    const place = sealingPlace(companyId, connector.provider, field);
    const opened = current && openedOrLost(this.settings.keys, current, place);
    if (opened === webhookSecret && overlapHours > 0) return previousOf(connector);
    return replacedSecret(opened === undefined ? undefined : current, now, overlapHours);
  }
}

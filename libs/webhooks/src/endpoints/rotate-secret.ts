import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import { newSecret, sealSigningSecret, type WebhookId } from './endpoint.js';
import { auditedEndpoint, endpointView, type EndpointWithSecret } from './endpoint.view.js';
import { EndpointUsage } from './endpoint-usage.js';
import { lockEndpoint, updateEndpoint } from './endpoint.repository.js';

const HOUR = 3600;

/** Gives an endpoint a new secret; for a while messages are signed with the one before as well. */
@Injectable()
export class RotateEndpointSecret {
  constructor(
    private readonly db: Database,
    @Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings,
    private readonly usage: EndpointUsage,
  ) {}

  /** @throws DomainError not_found, right_beyond_own */
  async execute(ctx: Ctx, id: WebhookId, overlapHours: number): Promise<EndpointWithSecret> {
    const secret = newSecret();
    return this.db.write(ctx, async (tx) => {
      const before = await lockEndpoint(tx, id);
      await this.usage.requireRights(tx, before);
      const kept = overlapHours > 0;
      const after = await updateEndpoint(tx, before, {
        secret: sealSigningSecret(this.settings.keys, ctx.companyId, id, secret),
        previousSecret: kept ? before.secret : null,
        previousSecretUntil: kept ? addSeconds(ctx.now, overlapHours * HOUR) : null,
      });
      audit(tx, {
        action: 'webhook.secret_rotated',
        object: 'webhook',
        recordId: id,
        before: auditedEndpoint(before),
        after: { ...auditedEndpoint(after), overlapHours },
      });
      return { ...endpointView(after), secret };
    });
  }
}

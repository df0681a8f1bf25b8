import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, Instant } from '@quittance/kernel';
import type { WebhookId } from '../endpoints/endpoint.js';
import { requireRightsOfUndelivered } from '../endpoints/endpoint-rights.js';
import { EndpointUsage } from '../endpoints/endpoint-usage.js';
import { lockEndpoint } from '../endpoints/endpoint.repository.js';
import { webhookMessagePending, webhookNotActive } from '../webhooks.errors.js';
import type { MessageId } from './message.js';
import { readMessage, replayFailed, replayOne, type MessageDetail } from './message.repository.js';

/** A period, from an instant up to but without another. */
export interface ReplayPeriod {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Sends messages again under their old ids, so that receivers can tell them apart from new ones.
 */
@Injectable()
export class ReplayMessages {
  constructor(
    private readonly db: Database,
    private readonly usage: EndpointUsage,
  ) {}

  /**
   * @throws DomainError not_found, right_beyond_own, webhook_not_active, webhook_message_pending
   */
  one(ctx: Ctx, endpointId: WebhookId, id: MessageId): Promise<MessageDetail> {
    return this.db.write(ctx, async (tx) => {
      await lockActive(tx, this.usage, endpointId);
      const { status } = await readMessage(tx, endpointId, id);
      if (!(await replayOne(tx, endpointId, id))) throw webhookMessagePending({ status });
      note(tx, endpointId, { messages: 1 });
      return readMessage(tx, endpointId, id);
    });
  }

  /**
   * Everything that failed in a period. @throws DomainError not_found, right_beyond_own,
   * webhook_not_active
   */
  failed(ctx: Ctx, endpointId: WebhookId, period: ReplayPeriod): Promise<{ messages: number }> {
    return this.db.write(ctx, async (tx) => {
      await lockActive(tx, this.usage, endpointId);
      await requireRightsOfUndelivered(tx, endpointId);
      const messages = await replayFailed(tx, endpointId, period.from, period.to);
      note(tx, endpointId, { ...period, messages });
      return { messages };
    });
  }
}

async function lockActive(tx: Tx, usage: EndpointUsage, id: WebhookId): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  await usage.requireRights(tx, endpoint);
  const { active, url } = endpoint;
  if (!active) throw webhookNotActive({ url });
}

function note(tx: Tx, recordId: WebhookId, after: Record<string, unknown>): void {
  audit(tx, { action: 'webhook.replayed', object: 'webhook', recordId, after });
}

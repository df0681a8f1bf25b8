import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { auditedEndpoint, endpointView } from './endpoint.view.js';
import type { WebhookId } from './endpoint.js';
import { EndpointUsage } from './endpoint-usage.js';
import { deleteEndpoint, lockEndpoint } from './endpoint.repository.js';

/** Removes an endpoint with its messages, those that wait included. */
@Injectable()
export class DeleteEndpoint {
  constructor(
    private readonly db: Database,
    private readonly usage: EndpointUsage,
  ) {}

  /** Asks what writing it asks. @throws DomainError not_found, right_beyond_own */
  async execute(ctx: Ctx, id: WebhookId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const before = await lockEndpoint(tx, id);
      await this.usage.requireRights(tx, before);
      await deleteEndpoint(tx, id);
      const change = { object: 'webhook', recordId: id };
      emit(tx, { type: 'record.deleted', ...change, data: { ...endpointView(before) } });
      audit(tx, { action: 'webhook.deleted', ...change, before: auditedEndpoint(before) });
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { isDeepStrictEqual } from 'node:util';
import { failPending } from '../messages/message.repository.js';
import { SLOTS } from '../messages/slots.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import { checkedUrl, type WebhookId } from './endpoint.js';
import { auditedEndpoint, endpointView, type EndpointView } from './endpoint.view.js';
import type { Endpoint, EndpointPatch } from './endpoint.description.js';
import { requireRightsOfTypes, requireRightsOfUndelivered } from './endpoint-rights.js';
import { EndpointUsage } from './endpoint-usage.js';
import { lockEndpoint, updateEndpoint } from './endpoint.repository.js';

/** Changes an endpoint; switching it on again starts afresh with what waits for it. */
@Injectable()
export class UpdateEndpoint {
  constructor(
    private readonly db: Database,
    @Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings,
    private readonly usage: EndpointUsage,
  ) {}

  /**
   * Merges the members sent. @throws DomainError not_found, precondition_failed, validation_failed,
   * right_beyond_own
   */
  async execute(
    ctx: Ctx,
    id: WebhookId,
    patch: EndpointPatch,
    expectedVersion: number | null,
  ): Promise<EndpointView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockEndpoint(tx, id);
      checkVersion(before.version, expectedVersion);
      const change = this.changeOf(before, patch);
      await this.usage.requireRights(tx, before);
      await requireRightsOfChange(tx, before, change);
      const after = await updateEndpoint(tx, before, change);
      if (before.active && !after.active) await failPending(tx, id);
      const view = endpointView(after);
      const record = { object: 'webhook', recordId: id };
      emit(tx, { type: 'record.updated', ...record, data: { ...view } });
      audit(tx, {
        action: 'webhook.updated',
        ...record,
        ...changedFields(auditedEndpoint(before), auditedEndpoint(after)),
      });
      return view;
    });
  }

  private changeOf(before: Endpoint, patch: EndpointPatch): Partial<Endpoint> {
    const { url, types, description, active } = patch;
    const switched = active !== undefined && active !== before.active;
    return {
      ...(url === undefined ? {} : this.otherReceiver(before, url)),
      ...(types === undefined ? {} : { types: [...new Set(types)] }),
      ...(description === undefined ? {} : { description }),
      ...(switched && active ? FRESH : {}),
      ...(switched && !active ? { active, disabledReason: 'manual' as const } : {}),
    };
  }

  /** Another receiver has yet to show how fast it is. */
  private otherReceiver(before: Endpoint, given: string): Partial<Endpoint> {
    const url = checkedUrl(given, this.settings);
    return url === before.url ? {} : { url, inFlightLimit: SLOTS.first };
  }
}

/**
 * Whoever changes a webhook, and be it that they switch it off, may view what will be sent beside
 * what was before; who sends records elsewhere, or others, or again, what still waits as well.
 */
async function requireRightsOfChange(
  tx: Tx,
  before: Endpoint,
  { active, types = before.types, url = before.url }: Partial<Endpoint>,
): Promise<void> {
  const sameTypes = isDeepStrictEqual([...types].sort(), [...before.types].sort());
  const asBefore = sameTypes && url === before.url;
  requireRightsOfTypes(tx.ctx, types);
  if (asBefore && active !== true) return;
  await requireRightsOfUndelivered(tx, before.id);
}

const FRESH: Partial<Endpoint> = {
  active: true,
  disabledReason: null,
  failingSince: null,
  failures: 0,
  pausedUntil: null,
  inFlightLimit: SLOTS.first,
};

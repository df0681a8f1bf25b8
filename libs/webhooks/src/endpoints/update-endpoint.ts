import { Inject, Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { failPending } from '../messages/message.repository.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import type { NewEndpoint } from './create-endpoint.js';
import {
  auditedEndpoint,
  checkedUrl,
  endpointView,
  type Endpoint,
  type EndpointView,
} from './endpoint.js';
import type { WebhookId } from './endpoint.entity.js';
import { lockEndpoint, updateEndpoint } from './endpoint.repository.js';

export type EndpointPatch = Partial<NewEndpoint>;

/** Changes an endpoint; switching it on again starts afresh with what waits for it. */
@Injectable()
export class UpdateEndpoint {
  constructor(
    private readonly db: Database,
    @Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings,
  ) {}

  /** Merges the members sent. @throws DomainError not_found, precondition_failed, validation_failed */
  async execute(
    ctx: Ctx,
    id: WebhookId,
    patch: EndpointPatch,
    expectedVersion: number | null,
  ): Promise<EndpointView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockEndpoint(tx, id);
      checkVersion(before.version, expectedVersion);
      const after = await updateEndpoint(tx, before, this.changeOf(before, patch));
      if (before.active && !after.active) await failPending(tx, id);
      const view = endpointView(after);
      const change = { object: 'webhook', recordId: id };
      emit(tx, { type: 'record.updated', ...change, data: { ...view } });
      audit(tx, {
        action: 'webhook.updated',
        ...change,
        ...changedFields(auditedEndpoint(before), auditedEndpoint(after)),
      });
      return view;
    });
  }

  private changeOf(before: Endpoint, patch: EndpointPatch): Partial<Endpoint> {
    const { url, types, description, active } = patch;
    const switched = active !== undefined && active !== before.active;
    return {
      ...(url === undefined ? {} : { url: checkedUrl(url, this.settings) }),
      ...(types === undefined ? {} : { types: [...new Set(types)] }),
      ...(description === undefined ? {} : { description }),
      ...(switched && active ? FRESH : {}),
      ...(switched && !active ? { active, disabledReason: 'manual' as const } : {}),
    };
  }
}

const FRESH: Partial<Endpoint> = {
  active: true,
  disabledReason: null,
  failingSince: null,
  failures: 0,
  pausedUntil: null,
};

import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, violates, type Tx } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { SLOTS } from '../messages/slots.js';
import { webhookLimitReached } from '../webhooks.errors.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import { MOST_ENDPOINTS, checkedUrl, newSecret, sealSigningSecret } from './endpoint.js';
import { auditedEndpoint, endpointView, type EndpointWithSecret } from './endpoint.view.js';
import { endpointNoun, type Endpoint, type NewEndpoint } from './endpoint.description.js';
import { requireRightsOfTypes } from './endpoint-rights.js';
import { insertEndpoint, usedSlots } from './endpoint.repository.js';

/** Adds an address that events are sent to, with a secret of its own. */
@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly db: Database,
    @Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings,
  ) {}

  /** @throws DomainError validation_failed, right_beyond_own, webhook_limit_reached */
  async execute(ctx: Ctx, input: NewEndpoint): Promise<EndpointWithSecret> {
    const url = checkedUrl(input.url, this.settings);
    requireRightsOfTypes(ctx, input.types);
    const id = newId<'webhook'>();
    const secret = newSecret();
    const sealed = sealSigningSecret(this.settings.keys, ctx.companyId, id, secret);
    const { types, description, active } = input;
    return this.db.write(ctx, async (tx) => {
      const endpoint: Endpoint = {
        ...endpointNoun.empty,
        id,
        version: 1,
        slot: await freeSlot(tx),
        url,
        description,
        types: [...new Set(types)],
        active,
        secret: sealed,
        disabledReason: active ? null : 'manual',
        failures: 0,
        inFlightLimit: SLOTS.first,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await insertEndpoint(tx, endpoint).catch((error) => {
        throw violates(error, 'endpoint_slot_key') ? tookTheSlot(error) : error;
      });
      const view = endpointView(endpoint);
      const change = { object: 'webhook', recordId: id };
      emit(tx, { type: 'record.created', ...change, data: { ...view } });
      audit(tx, { action: 'webhook.created', ...change, after: auditedEndpoint(endpoint) });
      return { ...view, secret };
    });
  }
}

/** @throws DomainError webhook_limit_reached */
async function freeSlot(tx: Tx): Promise<number> {
  const used = new Set(await usedSlots(tx));
  for (let slot = 1; slot <= MOST_ENDPOINTS; slot += 1) if (!used.has(slot)) return slot;
  throw webhookLimitReached({ most: MOST_ENDPOINTS });
}

/** Somebody added one in the same instant: the transaction runs again and takes the next slot. */
function tookTheSlot(error: unknown): Error {
  return Object.assign(new Error('Another webhook took the slot', { cause: error }), {
    code: '40001',
  });
}

import { rowSet } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { WEBHOOK_REASONS } from './webhook.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

/** A verified webhook as the API shows it. */
export type WebhookDelivery = Omit<WebhookDeliveryEntity, 'companyId'>;

/** Verified webhooks and what became of them, the newest first. */
export const webhookDeliveryList: ListDefinition<WebhookDelivery, WebhookDelivery> = {
  from: 'gateway.webhook_delivery d',
  select: rowSet(WebhookDeliveryEntity).select('d'),
  id: 'd.id',
  fields: {
    provider: { sql: 'd.provider', type: 'text', notNull: true },
    type: { sql: 'd.type', type: 'text', notNull: true },
    eventId: { sql: 'd.event_id', type: 'text' },
    applied: { sql: 'd.applied', type: 'boolean', notNull: true },
    reason: { sql: 'd.reason', type: 'enum', values: WEBHOOK_REASONS },
    invoiceId: { sql: 'd.invoice_id', type: 'id', shows: { target: 'invoice' } },
    paymentId: { sql: 'd.payment_id', type: 'id', shows: { target: 'payment' } },
    providerPaymentId: { sql: 'd.provider_payment_id', type: 'text' },
    durationMs: { sql: 'd.duration_ms', type: 'integer', notNull: true },
    receivedAt: { sql: 'd.received_at', type: 'instant', notNull: true },
  },
  search: ['d.event_id', 'd.provider_payment_id', 'd.type'],
  defaultSort: '-receivedAt',
  map: (row) => row,
};

import type { Entity, Migration } from '@quittance/database';
import { CheckoutEntity } from './checkouts/checkout.entity.js';
import { ConnectorEntity } from './connectors/connector.entity.js';
import { Connector1764000600001 } from './migrations/1764000600001-connector.js';
import { Checkout1764000600002 } from './migrations/1764000600002-checkout.js';
import { Webhook1764000600003 } from './migrations/1764000600003-webhook.js';
import { Sandbox1764000600004 } from './migrations/1764000600004-sandbox.js';
import { RefundRequest1764000600005 } from './migrations/1764000600005-refund-request.js';
import { RefundAskedAs1764000600006 } from './migrations/1764000600006-refund-asked-as.js';
import { Processing1764000600007 } from './migrations/1764000600007-processing.js';
import { LastingLink1764000600008 } from './migrations/1764000600008-lasting-link.js';
import { CompaniesOfEvent1764000600009 } from './migrations/1764000600009-companies-of-event.js';
import { AccountColumn1764000600020 } from './migrations/1764000600020-account-column.js';
import { ToldRefunds1764000600030 } from './migrations/1764000600030-told-refunds.js';
import { AccountOfConnector1764000600010 } from './migrations/1764000600010-account-of-connector.js';
import { DisputeReceipts1764000600011 } from './migrations/1764000600011-dispute-receipts.js';
import { WebhookThroughViews1764000600080 } from './migrations/1764000600080-through-views.js';
import { ReceiptEntity } from './receipts/receipt.entity.js';
import { RefundRequestEntity } from './refunds/refund-request.entity.js';
import { WebhookDeliveryEntity } from './webhooks/webhook-delivery.entity.js';

export const gatewayMigrations: readonly Migration[] = [
  Connector1764000600001,
  Checkout1764000600002,
  Webhook1764000600003,
  Sandbox1764000600004,
  RefundRequest1764000600005,
  RefundAskedAs1764000600006,
  Processing1764000600007,
  LastingLink1764000600008,
  CompaniesOfEvent1764000600009,
  AccountOfConnector1764000600010,
  AccountColumn1764000600020,
  ToldRefunds1764000600030,
  DisputeReceipts1764000600011,
  WebhookThroughViews1764000600080,
];

export const gatewayEntities: readonly Entity[] = [
  CheckoutEntity,
  ConnectorEntity,
  ReceiptEntity,
  RefundRequestEntity,
  WebhookDeliveryEntity,
];

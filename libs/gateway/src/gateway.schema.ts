import type { Entity, Migration } from '@quittance/database';
import { Connector1764000600001 } from './migrations/1764000600001-connector.js';
import { Checkout1764000600002 } from './migrations/1764000600002-checkout.js';
import { Webhook1764000600003 } from './migrations/1764000600003-webhook.js';
import { Sandbox1764000600004 } from './migrations/1764000600004-sandbox.js';
import { RefundRequest1764000600005 } from './migrations/1764000600005-refund-request.js';
import { CheckoutInvoice1764000870001 } from './migrations/1764000870001-checkout-invoice.js';
import { Dispute1764000970003 } from './migrations/1764000970003-dispute.js';
import { PayLink1764001050000 } from './migrations/1764001050000-pay-link.js';
import { DisputeEvidence1764001500603 } from './migrations/1764001500603-dispute-evidence.js';
import { UnappliedFigures1764001100712 } from './migrations/1764001100712-unapplied-figures.js';
import { ForgetDeliveries1764002260002 } from './migrations/1764002260002-forget-deliveries.js';
import { MoneyUnderWay1764002340001 } from './migrations/1764002340001-money-under-way.js';
import { CheckoutAccount1764002430101 } from './migrations/1764002430101-checkout-account.js';
import { DisputeFeeEntity } from './disputes/dispute-fee.entity.js';
import { WebhookDeliveryEntity } from './webhooks/webhook-delivery.entity.js';

export const gatewayMigrations: readonly Migration[] = [
  Connector1764000600001,
  Checkout1764000600002,
  Webhook1764000600003,
  Sandbox1764000600004,
  RefundRequest1764000600005,
  CheckoutInvoice1764000870001,
  Dispute1764000970003,
  PayLink1764001050000,
  UnappliedFigures1764001100712,
  DisputeEvidence1764001500603,
  ForgetDeliveries1764002260002,
  MoneyUnderWay1764002340001,
  CheckoutAccount1764002430101,
];

export const gatewayEntities: readonly Entity[] = [WebhookDeliveryEntity, DisputeFeeEntity];

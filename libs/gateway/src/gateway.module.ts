import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { SweepCheckouts } from './checkouts/sweep-checkouts.js';
import { CheckoutLinks } from './checkouts/checkout-links.js';
import { CheckoutQueries } from './checkouts/checkout.queries.js';
import { StartCheckout } from './checkouts/start-checkout.js';
import { ConnectorQueries } from './connectors/connector.queries.js';
import { DeletePaymentConnector } from './connectors/delete-payment-connector.js';
import { PutPaymentConnector } from './connectors/put-payment-connector.js';
import { RotateWebhookSecret } from './connectors/rotate-webhook-secret.js';
import { ServingAccounts } from './connectors/serving-account.js';
import { TestPaymentConnector } from './connectors/test-payment-connector.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from './gateway.settings.js';
import { OnInvoiceClosed } from './on-invoice-closed.js';
import type { PaymentProvider } from './providers/payment-provider.port.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { ResolveReceipt } from './receipts/resolve-receipt.js';
import { SandboxStore } from './sandbox/sandbox-store.js';
import { ReceiveWebhook } from './webhooks/receive-webhook.js';

/** What an app hands over: its settings, and the adapters in the order in which they stand in. */
export interface GatewayOptions {
  readonly settings: GatewaySettings;
  readonly adapters: (store: SandboxStore) => readonly PaymentProvider[];
}

const OPERATIONS: readonly Type[] = [
  CheckoutLinks,
  CheckoutQueries,
  ConnectorQueries,
  DeletePaymentConnector,
  OnInvoiceClosed,
  PutPaymentConnector,
  ReceiveWebhook,
  ResolveReceipt,
  RotateWebhookSecret,
  SandboxStore,
  StartCheckout,
  SweepCheckouts,
  TestPaymentConnector,
];

/** Connectors, checkouts and webhooks, with the adapters the app was built with. */
@Global()
@Module({})
export class GatewayModule {
  static forRoot({ settings, adapters }: GatewayOptions): DynamicModule {
    const wired: Provider[] = [
      { provide: GATEWAY_SETTINGS, useValue: settings },
      {
        provide: PaymentProviders,
        useFactory: (store: SandboxStore) => new PaymentProviders(adapters(store)),
        inject: [SandboxStore],
      },
      {
        provide: ServingAccounts,
        useFactory: (providers: PaymentProviders) => new ServingAccounts(providers, settings.keys),
        inject: [PaymentProviders],
      },
    ];
    const shown = [...OPERATIONS, PaymentProviders, ServingAccounts];
    return { module: GatewayModule, providers: [...OPERATIONS, ...wired], exports: shown };
  }
}

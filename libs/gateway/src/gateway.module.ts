import {
  Global,
  Module,
  type DynamicModule,
  type InjectionToken,
  type Provider,
  type Type,
} from '@nestjs/common';
import { BankDisputes, PaymentLinks, ProviderRefunds } from '@quittance/receivables';
import { SweepCheckouts } from './checkouts/sweep-checkouts.js';
import { CancelCheckout } from './checkouts/cancel-checkout.js';
import { CheckoutMeans } from './checkouts/checkout-means.js';
import { CheckoutLinks } from './checkouts/checkout-links.js';
import { CheckoutQueries } from './checkouts/checkout.queries.js';
import { LivePaymentLinks } from './checkouts/live-payment-links.js';
import { StartCheckout } from './checkouts/start-checkout.js';
import { ConnectorQueries } from './connectors/connector.queries.js';
import { DeletePaymentConnector } from './connectors/delete-payment-connector.js';
import { PutPaymentConnector } from './connectors/put-payment-connector.js';
import { RotateWebhookSecret } from './connectors/rotate-webhook-secret.js';
import { ServingAccounts } from './connectors/serving-account.js';
import { TestPaymentConnector } from './connectors/test-payment-connector.js';
import { GATEWAY_SETTINGS, gatewaySettings, type GatewayEnvironment } from './gateway.settings.js';
import { DisputesAtBanks } from './disputes/disputed-by-payers.js';
import { GatherEvidence } from './disputes/gather-evidence.js';
import { RemindOfEvidence } from './disputes/remind-of-evidence.js';
import { DisputeQueries } from './disputes/provider-dispute.queries.js';
import { OnDisputedPayment } from './disputes/on-disputed-payment.js';
import { OnInvoiceClosed } from './on-invoice-closed.js';
import { OpenPayLink } from './pay-links/open-pay-link.js';
import type { PaymentProvider } from './providers/payment-provider.port.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { ResolveReceipt } from './receipts/resolve-receipt.js';
import { RefundCalls } from './refunds/refund-calls.js';
import { RequestProviderRefund } from './refunds/request-provider-refund.js';
import { SweepRefunds } from './refunds/sweep-refunds.js';
import { SandboxSecrets } from './sandbox/sandbox-secrets.js';
import { SandboxStore } from './sandbox/sandbox-store.js';
import { CompanyCache } from './webhooks/company-cache.js';
import { ReceiveWebhook } from './webhooks/receive-webhook.js';
import { SharedTransactions } from './webhooks/shared-transactions.js';

/** Makes the adapters of an app, in the order in which they stand in for a connector. */
export interface AdapterFactory {
  /** What the factory is handed after the store. */
  readonly inject: readonly InjectionToken[];
  readonly useFactory: (store: SandboxStore, ...injected: never[]) => readonly PaymentProvider[];
}

const OPERATIONS: readonly Type[] = [
  CancelCheckout,
  CheckoutLinks,
  CheckoutMeans,
  CheckoutQueries,
  ConnectorQueries,
  DeletePaymentConnector,
  CompanyCache,
  DisputeQueries,
  GatherEvidence,
  RemindOfEvidence,
  OnDisputedPayment,
  OnInvoiceClosed,
  OpenPayLink,
  PutPaymentConnector,
  ReceiveWebhook,
  RefundCalls,
  RequestProviderRefund,
  ResolveReceipt,
  RotateWebhookSecret,
  SandboxSecrets,
  SandboxStore,
  SharedTransactions,
  StartCheckout,
  SweepCheckouts,
  SweepRefunds,
  TestPaymentConnector,
];

/** Connectors, checkouts and webhooks, with the adapters the app was built with. */
@Global()
@Module({})
export class GatewayModule {
  static forRoot(environment: GatewayEnvironment, adapters: AdapterFactory): DynamicModule {
    const settings = gatewaySettings(environment);
    const wired: Provider[] = [
      { provide: GATEWAY_SETTINGS, useValue: settings },
      // What billing asks for when a refund shall go through the provider.
      { provide: ProviderRefunds, useExisting: RequestProviderRefund },
      // And when a document or an e-mail says where it can be paid.
      { provide: PaymentLinks, useClass: LivePaymentLinks },
      // And who is late while a bank decides.
      { provide: BankDisputes, useClass: DisputesAtBanks },
      {
        provide: PaymentProviders,
        useFactory: (store: SandboxStore, ...injected: never[]) =>
          new PaymentProviders(adapters.useFactory(store, ...injected)),
        inject: [SandboxStore, ...adapters.inject],
      },
      {
        provide: ServingAccounts,
        useFactory: (providers: PaymentProviders) => new ServingAccounts(providers, settings.keys),
        inject: [PaymentProviders],
      },
    ];
    const shown = [
      ...OPERATIONS,
      BankDisputes,
      PaymentLinks,
      PaymentProviders,
      ProviderRefunds,
      ServingAccounts,
    ];
    return { module: GatewayModule, providers: [...OPERATIONS, ...wired], exports: shown };
  }
}

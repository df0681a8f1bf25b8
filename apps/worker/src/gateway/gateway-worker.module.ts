import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { GatewayModule, SandboxSecrets } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { systemClock, type CompanyId } from '@quittance/kernel';
import { OutboxModule } from '@quittance/outbox/host';
import { razorpayProvider } from '@quittance/payment-razorpay/host';
import { SandboxDeliverer, sandboxProviders } from '@quittance/payment-sandbox/host';
import { stripeProvider } from '@quittance/payment-stripe/host';
import { deliverSandboxWebhooks } from './deliver-sandbox-webhooks.js';
import { SweepPayments } from './sweep-payments.js';
import { watchEvidence } from './watch-evidence.js';

@Module({})
export class GatewayWorkerModule {
  static forRoot(config: Config): DynamicModule {
    const deliverer: Provider = {
      provide: SandboxDeliverer,
      useFactory: (store: SandboxStore, secrets: SandboxSecrets) =>
        new SandboxDeliverer(store, {
          clock: systemClock,
          webhookUrl: new URL('/payments/webhook/sandbox', config.portalPublicUrl).href,
          secretOf: (companyId: CompanyId) => secrets.of(companyId, systemClock.now()),
        }),
      inject: [SandboxStore, SandboxSecrets],
    };
    return {
      module: GatewayWorkerModule,
      imports: [
        OutboxModule,
        GatewayModule.forRoot(config, {
          inject: [],
          useFactory: (store: SandboxStore) => [
            razorpayProvider(config),
            stripeProvider(config),
            ...sandboxProviders(config, store, systemClock),
          ],
        }),
      ],
      providers: [
        SweepPayments,
        watchEvidence,
        ...(config.sandboxEnabled ? [deliverer, deliverSandboxWebhooks] : []),
      ],
    };
  }
}

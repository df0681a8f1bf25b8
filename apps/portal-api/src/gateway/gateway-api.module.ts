import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { GatewayModule } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { CLOCK, WebhooksController } from '@quittance/http/host';
import type { Clock } from '@quittance/kernel';
import { razorpayProvider } from '@quittance/payment-razorpay/host';
import { SandboxTill, sandboxProviders, sandboxTill } from '@quittance/payment-sandbox/host';
import { stripeProvider } from '@quittance/payment-stripe/host';
import { PayLinksController } from './pay-links.controller.js';
import { PaymentReturnController } from './payment-return.controller.js';
import { SandboxPagesController } from './sandbox-pages.controller.js';

@Module({})
export class GatewayApiModule {
  static forRoot(config: Config): DynamicModule {
    const till: Provider = {
      provide: SandboxTill,
      useFactory: (store: SandboxStore, clock: Clock) => sandboxTill(config, store, clock),
      inject: [SandboxStore, CLOCK],
    };
    return {
      module: GatewayApiModule,
      imports: [
        GatewayModule.forRoot(config, {
          inject: [CLOCK],
          useFactory: (store: SandboxStore, clock: Clock) => [
            razorpayProvider(config),
            stripeProvider(config),
            ...sandboxProviders(config, store, clock),
          ],
        }),
      ],
      providers: config.sandboxEnabled ? [till] : [],
      controllers: [
        PayLinksController,
        PaymentReturnController,
        WebhooksController,
        ...(config.sandboxEnabled ? [SandboxPagesController] : []),
      ],
    };
  }
}

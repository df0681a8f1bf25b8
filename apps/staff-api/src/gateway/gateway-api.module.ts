import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { GatewayModule, type SandboxStore } from '@quittance/gateway';
import { CLOCK } from '@quittance/http';
import type { Clock } from '@quittance/kernel';
import { razorpayProvider } from '@quittance/payment-razorpay';
import { sandboxProviders } from '@quittance/payment-sandbox';
import { stripeProvider } from '@quittance/payment-stripe';
import { CheckoutsController } from './checkouts.controller.js';
import { ConnectorsController } from './connectors.controller.js';
import { InvoiceCheckoutsController } from './invoice-checkouts.controller.js';
import { ReceiptsController } from './receipts.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({})
export class GatewayApiModule {
  static forRoot(config: Config): DynamicModule {
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
      controllers: [
        CheckoutsController,
        ConnectorsController,
        InvoiceCheckoutsController,
        ReceiptsController,
        WebhooksController,
      ],
    };
  }
}

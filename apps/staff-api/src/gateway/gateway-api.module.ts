import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { GatewayModule } from '@quittance/gateway/host';
import type { SandboxStore } from '@quittance/gateway/provider';
import { CLOCK, WebhooksController } from '@quittance/http/host';
import type { Clock } from '@quittance/kernel';
import { razorpayProvider } from '@quittance/payment-razorpay/host';
import { sandboxProviders } from '@quittance/payment-sandbox/host';
import { stripeProvider } from '@quittance/payment-stripe/host';
import { CheckoutsController } from './checkouts.controller.js';
import { ConnectorsController } from './connectors.controller.js';
import { InvoiceCheckoutsController } from './invoice-checkouts.controller.js';
import { ProviderDisputesController } from './provider-disputes.controller.js';
import { ReceiptsController } from './receipts.controller.js';

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
        ProviderDisputesController,
        ReceiptsController,
        WebhooksController,
      ],
    };
  }
}

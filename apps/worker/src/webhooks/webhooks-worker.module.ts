import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { systemClock } from '@quittance/kernel';
import { OutboxModule } from '@quittance/outbox/host';
import { WebhooksModule } from '@quittance/webhooks/host';
import { DeliverWebhooks } from './deliver-webhooks.js';

@Module({})
export class WebhooksWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WebhooksWorkerModule,
      imports: [OutboxModule, WebhooksModule.forRoot(config, systemClock)],
      providers: [DeliverWebhooks],
    };
  }
}

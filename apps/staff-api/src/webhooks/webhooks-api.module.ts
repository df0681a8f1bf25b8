import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { systemClock } from '@quittance/kernel';
import { WebhooksModule } from '@quittance/webhooks/host';
import { CustomResourcesModule } from '../access/custom-resources.module.js';
import { WebhookMessagesController } from './webhook-messages.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({})
export class WebhooksApiModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WebhooksApiModule,
      imports: [CustomResourcesModule, WebhooksModule.forRoot(config, systemClock)],
      controllers: [WebhooksController, WebhookMessagesController],
    };
  }
}

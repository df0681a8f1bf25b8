import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Clock } from '@quittance/kernel';
import { CreateEndpoint } from './endpoints/create-endpoint.js';
import { DeleteEndpoint } from './endpoints/delete-endpoint.js';
import { EndpointUsageModule } from './endpoints/endpoint-usage.js';
import { RotateEndpointSecret } from './endpoints/rotate-secret.js';
import { UpdateEndpoint } from './endpoints/update-endpoint.js';
import { DeliverMessages } from './messages/deliver-messages.js';
import { FanOutEvents } from './messages/fan-out-events.js';
import { PurgeMessages } from './messages/purge-messages.js';
import { ReplayMessages } from './messages/replay-messages.js';
import { MessagePost } from './messages/send-message.js';
import { TestEndpoint } from './messages/test-endpoint.js';
import {
  MESSAGE_CLOCK,
  WEBHOOKS_SETTINGS,
  webhooksSettings,
  type WebhooksEnvironment,
} from './webhooks.settings.js';

const OPERATIONS: readonly Type[] = [
  CreateEndpoint,
  DeleteEndpoint,
  DeliverMessages,
  FanOutEvents,
  MessagePost,
  PurgeMessages,
  ReplayMessages,
  RotateEndpointSecret,
  TestEndpoint,
  UpdateEndpoint,
];

/** Where companies have their events sent, and the sending. */
@Global()
@Module({})
export class WebhooksModule {
  static forRoot(environment: WebhooksEnvironment, clock: Clock): DynamicModule {
    return {
      module: WebhooksModule,
      imports: [EndpointUsageModule],
      providers: [
        ...OPERATIONS,
        { provide: WEBHOOKS_SETTINGS, useValue: webhooksSettings(environment) },
        { provide: MESSAGE_CLOCK, useValue: clock },
      ],
      exports: [...OPERATIONS],
    };
  }
}

import type { Entity, Migration } from '@quittance/database';
import { EndpointEntity } from './endpoints/endpoint.entity.js';
import { AttemptEntity, MessageEntity } from './messages/message.entity.js';
import { LanesAndLimits1764000710030 } from './migrations/1764000710030-lanes-and-limits.js';
import { Webhooks1764000710001 } from './migrations/1764000710001-webhooks.js';
import { MessageObject1764000710040 } from './migrations/1764000710040-message-object.js';
import { DueOnCitus1764000710020 } from './migrations/1764000710020-due-on-citus.js';

export { CreateEndpoint, type NewEndpoint } from './endpoints/create-endpoint.js';
export { DeleteEndpoint } from './endpoints/delete-endpoint.js';
export {
  DISABLED_REASONS,
  SUBSCRIPTIONS,
  endpointView,
  type DisabledReason,
  type EndpointView,
  type EndpointWithSecret,
  type Subscription,
} from './endpoints/endpoint.js';
export type { WebhookId } from './endpoints/endpoint.entity.js';
export { allEndpoints, endpointList, findEndpoint } from './endpoints/endpoint.repository.js';
export { RotateEndpointSecret } from './endpoints/rotate-secret.js';
export { sealedEndpointSecrets } from './endpoints/sealed-secrets.sql.js';
export { UpdateEndpoint, type EndpointPatch } from './endpoints/update-endpoint.js';
export { DeliverMessages } from './messages/deliver-messages.js';
export { FanOutEvents } from './messages/fan-out-events.js';
export {
  MESSAGE_ERRORS,
  MESSAGE_STATUSES,
  WORKFLOW_TYPE,
  type MessageError,
  type MessageId,
  type MessageStatus,
} from './messages/message.js';
export { messageBacklog } from './messages/message-backlog.js';
export {
  messageList,
  ofEndpoint,
  readMessage,
  type MessageDetail,
  type MessageView,
} from './messages/message.repository.js';
export { PurgeMessages } from './messages/purge-messages.js';
export { queueMessage } from './messages/queue-message.js';
export { ReplayMessages, type ReplayPeriod } from './messages/replay-messages.js';
export { TestEndpoint } from './messages/test-endpoint.js';
export { webhookLimitReached, webhookMessagePending, webhookNotActive } from './webhooks.errors.js';
export { WebhooksModule } from './webhooks.module.js';

export const webhooksMigrations: readonly Migration[] = [
  Webhooks1764000710001,
  DueOnCitus1764000710020,
  LanesAndLimits1764000710030,
  MessageObject1764000710040,
];
export const webhooksEntities: readonly Entity[] = [EndpointEntity, MessageEntity, AttemptEntity];

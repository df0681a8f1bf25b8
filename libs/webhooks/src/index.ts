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
export { webhooksMigrations, webhooksEntities } from './webhooks.schema.js';

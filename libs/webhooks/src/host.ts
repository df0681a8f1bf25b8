export { CreateEndpoint } from './endpoints/create-endpoint.js';
export { DeleteEndpoint } from './endpoints/delete-endpoint.js';
export { endpointList } from './endpoints/endpoint.repository.js';
export {
  DISABLED_REASONS,
  type DisabledReason,
  type Subscription,
  SUBSCRIPTIONS,
} from './endpoints/endpoint.js';
export {
  type EndpointView,
  endpointView,
  type EndpointWithSecret,
} from './endpoints/endpoint.view.js';
export { RotateEndpointSecret } from './endpoints/rotate-secret.js';
export { sealedEndpointSecrets } from './endpoints/sealed-secrets.sql.js';
export { type EndpointPatch, UpdateEndpoint } from './endpoints/update-endpoint.js';
export { DeliverMessages } from './messages/deliver-messages.js';
export { FanOutEvents } from './messages/fan-out-events.js';
export {
  type MessageDetail,
  messageList,
  type MessageView,
  ofEndpoint,
  readMessage,
} from './messages/message.repository.js';
export {
  MESSAGE_ERRORS,
  MESSAGE_STATUSES,
  type MessageError,
  type MessageId,
  type MessageStatus,
} from './messages/message.js';
export { PurgeMessages } from './messages/purge-messages.js';
export { ReplayMessages, type ReplayPeriod } from './messages/replay-messages.js';
export { TestEndpoint } from './messages/test-endpoint.js';
export { webhookLimitReached, webhookMessagePending, webhookNotActive } from './webhooks.errors.js';
export { WebhooksModule } from './webhooks.module.js';
export { webhooksEntities, webhooksMigrations } from './webhooks.schema.js';

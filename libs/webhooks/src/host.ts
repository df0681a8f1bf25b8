export { CreateEndpoint } from './endpoints/create-endpoint.js';
export { DeleteEndpoint } from './endpoints/delete-endpoint.js';
export { endpointList } from './endpoints/endpoint.repository.js';
export { endpointNoun } from './endpoints/endpoint.description.js';
export { endpointView, type EndpointWithSecret } from './endpoints/endpoint.view.js';
export { RotateEndpointSecret } from './endpoints/rotate-secret.js';
export { sealedEndpointSecrets } from './endpoints/sealed-secrets.sql.js';
export { UpdateEndpoint } from './endpoints/update-endpoint.js';
export { DeliverMessages } from './messages/deliver-messages.js';
export { FanOutEvents } from './messages/fan-out-events.js';
export { messageNoun } from './messages/message.description.js';
export {
  type MessageDetail,
  messageList,
  ofEndpoint,
  readMessage,
} from './messages/message.repository.js';
export { MESSAGE_ERRORS, type MessageError, type MessageId } from './messages/message.js';
export { PurgeMessages } from './messages/purge-messages.js';
export { ReplayMessages, type ReplayPeriod } from './messages/replay-messages.js';
export { TestEndpoint } from './messages/test-endpoint.js';
export { webhookLimitReached, webhookMessagePending, webhookNotActive } from './webhooks.errors.js';
export { WebhooksModule } from './webhooks.module.js';
export { webhooksEntities, webhooksMigrations } from './webhooks.schema.js';

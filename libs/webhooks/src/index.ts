export type { WebhookId } from './endpoints/endpoint.js';
export { allEndpoints, findEndpoint } from './endpoints/endpoint.repository.js';
export {
  EndpointUsage,
  EndpointUsageModule,
  type EndpointUser,
} from './endpoints/endpoint-usage.js';
export { messageBacklog } from './messages/message-backlog.js';
export { WORKFLOW_TYPE } from './messages/message.js';
export { queueMessage } from './messages/queue-message.js';
export { outgoing } from './targets/outgoing.js';
export type { Poster, Sent } from './targets/post.js';

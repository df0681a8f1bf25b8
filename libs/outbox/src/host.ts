export { EventConsumers } from './consumers.js';
export { type EventLane, OutboxDispatcher } from './dispatch/outbox-dispatcher.js';
export { aboutObjects } from './events/event-rights.js';
export {
  EVENT_STATES,
  type EventId,
  eventList,
  type EventView,
  findEvent,
} from './events/event.queries.js';
export { type RecentEvent, recentEvents } from './events/recent-events.js';
export { PurgeEvents } from './events/purge-events.js';
export { RETENTION_DAYS } from './events/purge-old.js';
export { RetryEvent } from './events/retry-event.js';
export { RetryLog } from './events/retry-log.port.js';
export { eventNotDead } from './outbox.errors.js';
export { OutboxModule } from './outbox.module.js';
export { outboxMigrations } from './outbox.schema.js';

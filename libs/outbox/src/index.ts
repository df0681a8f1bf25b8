export { EventConsumers, type EventConsumer, type EventSetConsumer } from './consumers.js';
export { eventBacklog, readBacklog, type Backlog } from './dispatch/backlog.js';
export { OutboxDispatcher, type EventLane } from './dispatch/outbox-dispatcher.js';
export { OutboxLag, type Lag } from './dispatch/outbox-lag.js';
export { emit, type NewEvent } from './events/emit.js';
export {
  EVENT_STATES,
  eventList,
  findEvent,
  type EventId,
  type EventView,
} from './events/event.queries.js';
export {
  aboutObjects,
  maySeeEventsOf,
  resourcesOfType,
  seenObjects,
} from './events/event-rights.js';
export { laterChanges, valuesThen, type LaterChange } from './events/later-changes.js';
export { PurgeEvents } from './events/purge-events.js';
export { RETENTION_DAYS, purgeOld } from './events/purge-old.js';
export { RetryEvent } from './events/retry-event.js';
export { RetryLog } from './events/retry-log.port.js';
export { eventNotDead } from './outbox.errors.js';
export { OutboxModule } from './outbox.module.js';
export { outboxMigrations } from './outbox.schema.js';

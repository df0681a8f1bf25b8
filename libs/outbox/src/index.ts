import type { Migration } from '@quittance/database';
import { BulkLane1764000020030 } from './migrations/1764000020030-bulk-lane.js';
import { EventBefore1764000020040 } from './migrations/1764000020040-event-before.js';
import { EventCause1764000020002 } from './migrations/1764000020002-event-cause.js';
import { OutboxEvent1764000020001 } from './migrations/1764000020001-outbox-event.js';
import { PendingOnCitus1764000020020 } from './migrations/1764000020020-pending-on-citus.js';

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

export const outboxMigrations: readonly Migration[] = [
  OutboxEvent1764000020001,
  EventCause1764000020002,
  PendingOnCitus1764000020020,
  BulkLane1764000020030,
  EventBefore1764000020040,
];

export type { EventConsumer, EventSetConsumer } from './consumers.js';
export { type Backlog, eventBacklog, readBacklog } from './dispatch/backlog.js';
export { readLag } from './dispatch/outbox-lag.js';
export { type AnnouncedEvent, announced, emit } from './events/emit.js';
export {
  maySeeEventsOf,
  resourceOfObject,
  resourcesOfType,
  seenObjects,
} from './events/event-rights.js';
export { laterActors, type LaterChange, laterChanges, valuesThen } from './events/later-changes.js';
export { purgeOld } from './events/purge-old.js';

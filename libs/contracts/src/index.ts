export type { EventActor, EventEnvelope } from './event.js';
export {
  EVENTS,
  EVENT_TYPES,
  exampleOf,
  type EventDescription,
  type EventPayloads,
  type EventType,
  type PayloadOf,
} from './events.js';
export type { JsonSchema } from './shape.js';

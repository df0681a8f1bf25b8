export type { EventActor, EventEnvelope } from './event.js';
export {
  EVENTS,
  EVENT_TYPES,
  exampleOf,
  heardByRules,
  type EventDescription,
  type EventPayloads,
  type EventType,
  type Happening,
  type PayloadOf,
} from './events.js';
export type { EventSchema } from './shape.js';

export type { EventActor, EventEnvelope } from './event.js';
export type { EventDescription, Happening } from './event-description.js';
export {
  EVENTS,
  EVENT_TYPES,
  exampleOf,
  heardByRules,
  type EventPayloads,
  type EventType,
  type PayloadOf,
} from './events.js';
export type { EventSchema } from './shape.js';

export { EVENT_TYPES, type EventActor, type EventEnvelope, type EventType } from './event.js';

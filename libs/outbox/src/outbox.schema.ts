import type { Migration } from '@quittance/database';
import { OutboxEvent1764000020001 } from './migrations/1764000020001-outbox-event.js';
import { EventCause1764001310000 } from './migrations/1764001310000-event-cause.js';
import { RecentEvents1764001500400 } from './migrations/1764001500400-recent-events.js';
import { EventView1764001780001 } from './migrations/1764001780001-event-view.js';

export const outboxMigrations: readonly Migration[] = [
  OutboxEvent1764000020001,
  EventCause1764001310000,
  RecentEvents1764001500400,
  EventView1764001780001,
];

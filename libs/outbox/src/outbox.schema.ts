import type { Migration } from '@quittance/database';
import { BulkLane1764000020030 } from './migrations/1764000020030-bulk-lane.js';
import { EventBefore1764000020040 } from './migrations/1764000020040-event-before.js';
import { EventCause1764000020002 } from './migrations/1764000020002-event-cause.js';
import { OutboxEvent1764000020001 } from './migrations/1764000020001-outbox-event.js';
import { PendingOnCitus1764000020020 } from './migrations/1764000020020-pending-on-citus.js';

export const outboxMigrations: readonly Migration[] = [
  OutboxEvent1764000020001,
  EventCause1764000020002,
  PendingOnCitus1764000020020,
  BulkLane1764000020030,
  EventBefore1764000020040,
];

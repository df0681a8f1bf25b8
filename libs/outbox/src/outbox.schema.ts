import type { Migration } from '@quittance/database';
import { OutboxEvent1764000020001 } from './migrations/1764000020001-outbox-event.js';

export const outboxMigrations: readonly Migration[] = [OutboxEvent1764000020001];

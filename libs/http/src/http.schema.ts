import type { Migration } from '@quittance/database';
import { IdempotencyKey1764000150001 } from './migrations/1764000150001-idempotency-key.js';
import { MigrationDoor1764000150002 } from './migrations/1764000150002-migration-door.js';
import { SealedAnswer1764000150003 } from './migrations/1764000150003-sealed-answer.js';
import { AbandonedKey1764000150004 } from './migrations/1764000150004-abandoned-key.js';

export const httpMigrations: readonly Migration[] = [
  IdempotencyKey1764000150001,
  MigrationDoor1764000150002,
  SealedAnswer1764000150003,
  AbandonedKey1764000150004,
];

import type { Migration } from '@quittance/database';
import { IdempotencyKey1764000150001 } from './migrations/1764000150001-idempotency-key.js';
import { MigrationDoor1764000150002 } from './migrations/1764000150002-migration-door.js';
import { IdempotencyRights1764001400400 } from './migrations/1764001400400-idempotency-rights.js';
import { IdempotencySteps1764002250001 } from './migrations/1764002250001-idempotency-steps.js';
import { UnshownAnswer1764002140002 } from './migrations/1764002140002-unshown-answer.js';

export const httpMigrations: readonly Migration[] = [
  IdempotencyKey1764000150001,
  MigrationDoor1764000150002,
  IdempotencyRights1764001400400,
  UnshownAnswer1764002140002,
  IdempotencySteps1764002250001,
];

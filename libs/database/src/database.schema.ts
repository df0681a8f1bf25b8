import { ApplicationRole1764000010001 } from './migrations/1764000010001-application-role.js';
import { ForcedRows1764000990001 } from './migrations/1764000990001-forced-rows.js';
import type { Migration } from './server/migration.js';

export const databaseMigrations: readonly Migration[] = [
  ApplicationRole1764000010001,
  ForcedRows1764000990001,
];

import { ApplicationRole1764000010001 } from './migrations/1764000010001-application-role.js';
import type { Migration } from './server/migration.js';

export const databaseMigrations: readonly Migration[] = [ApplicationRole1764000010001];

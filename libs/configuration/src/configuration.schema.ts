import type { Migration } from '@quittance/database';
import { Revision1764000105009 } from './migrations/1764000105009-revision.js';

export const configurationMigrations: readonly Migration[] = [Revision1764000105009];

import type { Migration } from '@quittance/database';
import { Sales1764000400000 } from './migrations/1764000400000-sales.js';

export const salesMigrations: readonly Migration[] = [Sales1764000400000];

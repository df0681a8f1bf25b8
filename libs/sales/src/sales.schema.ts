import type { Migration } from '@quittance/database';
import { Sales1764000400000 } from './migrations/1764000400000-sales.js';
import { Quote1764000400001 } from './migrations/1764000400001-quote.js';

export const salesMigrations: readonly Migration[] = [Sales1764000400000, Quote1764000400001];

import type { Migration } from '@quittance/database';
import { Credit1764000300001 } from './migrations/1764000300001-credit.js';

export const creditMigrations: readonly Migration[] = [Credit1764000300001];

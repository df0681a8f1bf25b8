import type { Migration } from '@quittance/database';
import { Masters1764000170001 } from './migrations/1764000170001-masters.js';

export const mastersMigrations: readonly Migration[] = [Masters1764000170001];

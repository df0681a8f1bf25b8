import type { Migration } from '@quittance/database';
import { Credit1764000300001 } from './migrations/1764000300001-credit.js';
import { CreditViews1764000300080 } from './migrations/1764000300080-published-views.js';

export const creditMigrations: readonly Migration[] = [
  Credit1764000300001,
  CreditViews1764000300080,
];

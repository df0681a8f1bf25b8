import type { Migration } from '@quittance/database';
import { Credit1764000300001 } from './migrations/1764000300001-credit.js';
import { CreditViews1764000300080 } from './migrations/1764000300080-published-views.js';
import { AskedBy1764002000401 } from './migrations/1764002000401-asked-by.js';

export const creditMigrations: readonly Migration[] = [
  Credit1764000300001,
  CreditViews1764000300080,
  AskedBy1764002000401,
];

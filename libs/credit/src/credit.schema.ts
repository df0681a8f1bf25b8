import type { Migration } from '@quittance/database';
import { Credit1764000300001 } from './migrations/1764000300001-credit.js';
import { CreditViews1764000300080 } from './migrations/1764000300080-published-views.js';
import { AskedBy1764002000401 } from './migrations/1764002000401-asked-by.js';
import { RecheckGrown1764002270000 } from './migrations/1764002270000-recheck-grown.js';

export const creditMigrations: readonly Migration[] = [
  Credit1764000300001,
  CreditViews1764000300080,
  AskedBy1764002000401,
  RecheckGrown1764002270000,
];

import type { Migration } from '@quittance/database';
import { Records1764000180001 } from './migrations/1764000180001-records.js';
import { Document1764000180020 } from './migrations/1764000180020-document.js';
import { NumberNear1764000180030 } from './migrations/1764000180030-number-near.js';
import { DocumentList1764000180031 } from './migrations/1764000180031-document-list.js';
import { ThroughViews1764000180080 } from './migrations/1764000180080-through-views.js';

export const objectsMigrations: readonly Migration[] = [
  Records1764000180001,
  Document1764000180020,
  NumberNear1764000180030,
  DocumentList1764000180031,
  ThroughViews1764000180080,
];

import type { Migration } from '@quittance/database';
import { Numbering1764000140001 } from './migrations/1764000140001-numbering.js';
import { NumberingViews1764000140080 } from './migrations/1764000140080-published-views.js';

export const numberingMigrations: readonly Migration[] = [
  Numbering1764000140001,
  NumberingViews1764000140080,
];

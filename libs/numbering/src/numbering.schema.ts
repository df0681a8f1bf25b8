import type { Migration } from '@quittance/database';
import { Numbering1764000140001 } from './migrations/1764000140001-numbering.js';
import { RulesTakenBack1764000140002 } from './migrations/1764000140002-rules-taken-back.js';
import { NumberingViews1764000140080 } from './migrations/1764000140080-published-views.js';

export const numberingMigrations: readonly Migration[] = [
  Numbering1764000140001,
  RulesTakenBack1764000140002,
  NumberingViews1764000140080,
];

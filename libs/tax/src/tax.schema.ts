import type { Migration } from '@quittance/database';
import { Tax1764000220001 } from './migrations/1764000220001-tax.js';
import { TaxEngines1764000220002 } from './migrations/1764000220002-tax-engines.js';
import { TaxViews1764000220080 } from './migrations/1764000220080-published-views.js';
import { TaxClass1764000980002 } from './migrations/1764000980002-tax-class.js';
import { Exemptions1764001900501 } from './migrations/1764001900501-exemptions.js';
import { ExemptionKinds1764002000101 } from './migrations/1764002000101-exemption-kinds.js';
import { Intermediaries1764002160000 } from './migrations/1764002160000-intermediaries.js';

export const taxMigrations: readonly Migration[] = [
  Tax1764000220001,
  TaxEngines1764000220002,
  TaxViews1764000220080,
  TaxClass1764000980002,
  Exemptions1764001900501,
  ExemptionKinds1764002000101,
  Intermediaries1764002160000,
];

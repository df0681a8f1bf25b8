import type { Migration } from '@quittance/database';
import { Company1764000100001 } from './migrations/1764000100001-company.js';
import { AutoApplyCredit1764000100002 } from './migrations/1764000100002-auto-apply-credit.js';
import { DocumentIdentity1764000100003 } from './migrations/1764000100003-document-identity.js';
import { MetadataVersion1764000100004 } from './migrations/1764000100004-metadata-version.js';
import { CurrencySwitches1764000100010 } from './migrations/1764000100010-currency-switches.js';
import { CompanyViews1764000100080 } from './migrations/1764000100080-published-views.js';

export const companyMigrations: readonly Migration[] = [
  Company1764000100001,
  AutoApplyCredit1764000100002,
  DocumentIdentity1764000100003,
  MetadataVersion1764000100004,
  CurrencySwitches1764000100010,
  CompanyViews1764000100080,
];

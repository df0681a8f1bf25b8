import type { Entity, Migration } from '@quittance/database';
import { TaxCodeEntity } from './codes/tax-code.entity.js';
import { TaxExemptionEntity } from './exemptions/tax-exemption.entity.js';
import { TaxJurisdictionEntity } from './jurisdictions/tax-jurisdiction.entity.js';
import { TaxConnectorEntity } from './connectors/tax-connector.entity.js';
import { Tax1764000220001 } from './migrations/1764000220001-tax.js';
import { TaxEngines1764000220002 } from './migrations/1764000220002-tax-engines.js';
import { TaxOfNotes1764000220003 } from './migrations/1764000220003-tax-of-notes.js';
import { CodeKind1764000220010 } from './migrations/1764000220010-code-kind.js';
import { TaxViews1764000220080 } from './migrations/1764000220080-published-views.js';
import { TaxRateEntity } from './rates/tax-rate.entity.js';
import { TaxTransactionEntity } from './transactions/tax-transaction.entity.js';

export const taxMigrations: readonly Migration[] = [
  Tax1764000220001,
  TaxEngines1764000220002,
  TaxOfNotes1764000220003,
  CodeKind1764000220010,
  TaxViews1764000220080,
];

export const taxEntities: readonly Entity[] = [
  TaxCodeEntity,
  TaxJurisdictionEntity,
  TaxRateEntity,
  TaxExemptionEntity,
  TaxConnectorEntity,
  TaxTransactionEntity,
];

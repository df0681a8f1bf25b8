import type { Migration } from '@quittance/database';
import { Company1764000100001 } from './migrations/1764000100001-company.js';
import { CompanyViews1764000100080 } from './migrations/1764000100080-published-views.js';
import { DistanceSales1764000980001 } from './migrations/1764000980001-distance-sales.js';
import { LateUsage1764001000003 } from './migrations/1764001000003-late-usage.js';
import { ElectronicAddress1764001060001 } from './migrations/1764001060001-electronic-address.js';
import { BankChanges1764001400401 } from './migrations/1764001400401-bank-changes.js';
import { BankApprovalSwitchOff1764001500401 } from './migrations/1764001500401-bank-approval-switch-off.js';
import { TaxOptions1764001720002 } from './migrations/1764001720002-tax-options.js';
import { DistanceSalesNotice1764002150000 } from './migrations/1764002150000-distance-sales-notice.js';
import { EveryCompany1764002260000 } from './migrations/1764002260000-every-company.js';

export const companyMigrations: readonly Migration[] = [
  Company1764000100001,
  CompanyViews1764000100080,
  DistanceSales1764000980001,
  LateUsage1764001000003,
  ElectronicAddress1764001060001,
  BankChanges1764001400401,
  BankApprovalSwitchOff1764001500401,
  TaxOptions1764001720002,
  DistanceSalesNotice1764002150000,
  EveryCompany1764002260000,
];

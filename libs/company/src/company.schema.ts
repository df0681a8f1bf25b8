import type { Migration } from '@quittance/database';
import { Company1764000100001 } from './migrations/1764000100001-company.js';
import { CompanyViews1764000100080 } from './migrations/1764000100080-published-views.js';
import { DistanceSales1764000980001 } from './migrations/1764000980001-distance-sales.js';
import { ElectronicAddress1764001060001 } from './migrations/1764001060001-electronic-address.js';

export const companyMigrations: readonly Migration[] = [
  Company1764000100001,
  CompanyViews1764000100080,
  DistanceSales1764000980001,
  ElectronicAddress1764001060001,
];

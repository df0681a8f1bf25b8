import type { Migration } from '@quittance/database';
import { Company1764000100001 } from './migrations/1764000100001-company.js';
import { AutoApplyCredit1764000100002 } from './migrations/1764000100002-auto-apply-credit.js';

export { Companies, type NewCompany } from './companies.js';
export {
  NO_ADDRESS,
  TAX_ROUNDINGS,
  companyToday,
  type Company,
  type PostalAddress,
  type TaxRegistration,
  type TaxRounding,
} from './company.js';
export { companySlugTaken } from './company.errors.js';
export type { CompanyPatch } from './company-settings.js';
export { CompanyModule } from './company.module.js';
export { readCompany } from './company.queries.js';
export { UpdateCompany } from './update-company.js';

export const companyMigrations: readonly Migration[] = [
  Company1764000100001,
  AutoApplyCredit1764000100002,
];

import type { Migration } from '@quittance/database';
import { Company1764000100001 } from './migrations/1764000100001-company.js';
import { AutoApplyCredit1764000100002 } from './migrations/1764000100002-auto-apply-credit.js';
import { DocumentIdentity1764000100003 } from './migrations/1764000100003-document-identity.js';

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
export {
  DOCUMENT_LANGUAGES,
  NO_BANK_ACCOUNT,
  NO_CONTACT,
  type CompanyBankAccount,
  type CompanyContact,
  type DocumentIdentity,
  type DocumentLanguage,
} from './document-identity.js';
export { LOGO_LIMIT, logoDataUrl, logoFault, logoMediaType, logoOf, type Logo } from './logo.js';
export { CompanyModule } from './company.module.js';
export { readCompany, readCompanyTerms, type CompanyTerms } from './company.queries.js';
export { UpdateCompany } from './update-company.js';

export const companyMigrations: readonly Migration[] = [
  Company1764000100001,
  AutoApplyCredit1764000100002,
  DocumentIdentity1764000100003,
];

export type { BankApproval, SwitchOff } from './bank-approval/bank-approval.js';
export { EndBankApproval, readBankApproval } from './bank-approval/end-bank-approval.js';
export { Companies, type NewCompany } from './companies.js';
export type { CompanyPatch } from './company-settings.js';
export {
  bankApprovalOff,
  bankAccountStays,
  bankApprovalStays,
  currencyIsBase,
  noSwitchOffWaits,
  ownSwitchOff,
  switchOffLapsed,
  switchOffOfPeople,
  switchOffWaits,
} from './company.errors.js';
export { DISTANCE_SALES, DISTANCE_SALES_SET_BY, type DistanceSalesSetBy } from './company.js';
export { companyMigrations } from './company.schema.js';
export { NO_BANK_ACCOUNT, NO_CONTACT } from './document-identity.js';
export { LOGO_LIMIT, logoDataUrl, logoMediaType } from './logo.js';
export { UpdateCompany } from './update-company.js';

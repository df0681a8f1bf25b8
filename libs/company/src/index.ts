export { CompanyChecks } from './company-checks.js';
export { asOfInFuture, currencyNotEnabled } from './company.errors.js';
export { CompanyModule } from './company.module.js';
export {
  type CompanyTerms,
  type CurrentTerms,
  readCompany,
  readCompanyTerms,
  readFiscalYearStart,
} from './company.queries.js';
export {
  MOST_LATE_DAYS,
  type Company,
  companyToday,
  type DistanceSalesYear,
  NO_ADDRESS,
  type PostalAddress,
  REGISTRATION_SCHEMES,
  type RegistrationScheme,
  TAX_ROUNDINGS,
  type TaxRegistration,
  type TaxRounding,
} from './company.js';
export type { DistanceSalesNotice } from './distance-sales/notice.js';
export { distanceSalesNotices } from './distance-sales/tell-distance-sales.js';
export { filterDay } from './filter-day.js';
export { isEnabled, refuseDisabled, refuseNewlyDisabled } from './currencies/enabled-currencies.js';
export { switchCurrencies } from './currencies/switch-currencies.js';
export { DOCUMENT_LANGUAGES, type DocumentLanguage, isBic, isIban } from './document-identity.js';
export { logoFault, logoOf } from './logo.js';
export { bumpMetadata, changesMetadata, readMetadataVersion } from './metadata-version.js';
export { readToday } from './read-today.js';
export { NO_TAX_OPTIONS, TAX_OPTION_VALUES, type TaxOptions } from './tax-options.js';

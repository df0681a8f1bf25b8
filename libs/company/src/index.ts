export { Companies, type NewCompany } from './companies.js';
export { CompanyChecks, type CompanyCheck } from './company-checks.js';
export {
  ConfigurationKeepers,
  type ConfigurationKeeper,
} from './configuration/configuration-keepers.js';
export { logConfiguration } from './configuration/log-configuration.js';
export {
  findRevision,
  revisionList,
  revisionsOfChange,
  type Revision,
  type RevisionView,
} from './configuration/revision.queries.js';
export {
  recordRevision,
  type ConfigurationChange,
  type ConfigurationState,
  type RevisionId,
} from './configuration/revision.js';
export {
  anyShape,
  dateShape,
  flagShape,
  integerShape,
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  oneOfShape,
  orTextShape,
  patternShape,
  textShape,
  type Shape,
} from './configuration/item-shape.js';
export { maySeePart, partDenied, refusalsOf } from './configuration/setup-faults.js';
export {
  SetupParts,
  type AdaptedItem,
  type SetupChange,
  type SetupItem,
  type SetupPart,
} from './configuration/setup-parts.js';
export {
  NO_ADDRESS,
  TAX_ROUNDINGS,
  companyToday,
  type Company,
  type PostalAddress,
  type TaxRegistration,
  type TaxRounding,
} from './company.js';
export {
  asOfInFuture,
  companySlugTaken,
  currencyIsBase,
  currencyNotEnabled,
} from './company.errors.js';
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
export {
  isEnabled,
  refuseDisabled,
  refuseNewlyDisabled,
  type CurrencySwitches,
} from './currencies/enabled-currencies.js';
export { switchCurrencies } from './currencies/switch-currencies.js';
export { LOGO_LIMIT, logoDataUrl, logoFault, logoMediaType, logoOf, type Logo } from './logo.js';
export { CompanyModule } from './company.module.js';
export {
  readCompany,
  readCompanyTerms,
  type CompanyTerms,
  type CurrentTerms,
} from './company.queries.js';
export { bumpMetadata, changesMetadata, readMetadataVersion } from './metadata-version.js';
export { UpdateCompany } from './update-company.js';
export { companyMigrations } from './company.schema.js';
export { configurationMigrations } from './configuration.schema.js';

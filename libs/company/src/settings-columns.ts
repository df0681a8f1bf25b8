/** The columns of what a company says of itself, with their types; `legal_name` of `legalName`. */
export const SETTINGS_COLUMNS = {
  legalName: 'text',
  tradeName: 'text',
  registrationNumber: 'text',
  address: 'jsonb',
  contact: 'jsonb',
  taxRegistrations: 'jsonb',
  bankAccount: 'jsonb',
  baseCurrency: 'text',
  timeZone: 'text',
  locale: 'text',
  documentLanguage: 'text',
  fiscalYearStartMonth: 'integer',
  taxRounding: 'text',
  autoApplyCredit: 'boolean',
  resumeOnPayment: 'boolean',
  logo: 'text',
} as const;

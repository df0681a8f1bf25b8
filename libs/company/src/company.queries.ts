import { sql, type Tx } from '@quittance/database';
import type { Company, CurrencySwitches } from './company.js';
import { NO_BANK_ACCOUNT, NO_CONTACT } from './document-identity.js';
import { NO_TAX_OPTIONS } from './tax-options.js';

/** What a company has said before there was more to say. */
const TAX_OPTIONS = `'${JSON.stringify(NO_TAX_OPTIONS)}'::jsonb || tax_options`;

/** The one company row the transaction can see, by primary key. */
const READ_COMPANY = sql(`
  select id, slug, legal_name as "legalName", address, tax_registrations as "taxRegistrations",
    distance_sales as "distanceSales", distance_sales_set_by as "distanceSalesSetBy",
    ${TAX_OPTIONS} as "taxOptions",
    base_currency as "baseCurrency", time_zone as "timeZone", locale,
    fiscal_year_start_month as "fiscalYearStartMonth", tax_rounding as "taxRounding",
    auto_apply_credit as "autoApplyCredit", resume_on_payment as "resumeOnPayment",
    max_late_days as "maxLateDays",
    bank_changes_need_approval as "bankChangesNeedApproval", trade_name as "tradeName",
    registration_number as "registrationNumber",
    coalesce(contact, '${JSON.stringify(NO_CONTACT)}'::jsonb) as contact,
    coalesce(bank_account, '${JSON.stringify(NO_BANK_ACCOUNT)}'::jsonb) as "bankAccount",
    electronic_address as "electronicAddress",
    document_language as "documentLanguage", logo, version
  from company.company where id = $1`);

/** The company of the transaction. */
export function readCompany(tx: Tx): Promise<Company> {
  return tx.one<Company>(READ_COMPANY, [tx.ctx.companyId]);
}

/** What its documents are dated, priced and taxed by; without its names, logo and bank account. */
export type CompanyTerms = Pick<
  Company,
  | 'address'
  | 'taxRegistrations'
  | 'distanceSales'
  | 'distanceSalesSetBy'
  | 'taxOptions'
  | 'baseCurrency'
  | 'timeZone'
  | 'taxRounding'
  | 'autoApplyCredit'
  | 'resumeOnPayment'
  | 'maxLateDays'
  | 'bankChangesNeedApproval'
>;

/** The same with the currencies and the language that new documents may be in. */
export interface CurrentTerms extends CompanyTerms, Pick<Company, 'documentLanguage' | 'locale'> {
  /** See `refuseDisabled`. */
  readonly currencySwitches: CurrencySwitches;
}

/** By primary key. */
const READ_TERMS = sql(`
  select address, tax_registrations as "taxRegistrations",
    distance_sales as "distanceSales", distance_sales_set_by as "distanceSalesSetBy",
    ${TAX_OPTIONS} as "taxOptions",
    base_currency as "baseCurrency",
    time_zone as "timeZone", tax_rounding as "taxRounding", auto_apply_credit as "autoApplyCredit",
    resume_on_payment as "resumeOnPayment", max_late_days as "maxLateDays",
    bank_changes_need_approval as "bankChangesNeedApproval",
    currency_switches as "currencySwitches", document_language as "documentLanguage", locale
  from company.company where id = $1`);

/** The terms of the transaction's company: a logo is not for every write to read. */
export function readCompanyTerms(tx: Tx): Promise<CurrentTerms> {
  return tx.one<CurrentTerms>(READ_TERMS, [tx.ctx.companyId]);
}

const READ_FISCAL_YEAR = sql(`
  select fiscal_year_start_month as month from company.company where id = $1`);

/** The month in which its fiscal year begins, of 1 to 12; by primary key. */
export async function readFiscalYearStart(tx: Tx): Promise<number> {
  return (await tx.one<{ month: number }>(READ_FISCAL_YEAR, [tx.ctx.companyId])).month;
}

const LOCK_COMPANY = sql(`${READ_COMPANY.text} for no key update`);

/** The company of the transaction, locked until its end. */
export function lockCompany(tx: Tx): Promise<Company> {
  return tx.one<Company>(LOCK_COMPANY, [tx.ctx.companyId]);
}

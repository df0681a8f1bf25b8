import { dateAt, type LocalDate } from '@quittance/calendar';
import type { CompanyId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { DocumentIdentity } from './document-identity.js';

/** A postal address; `country` is ISO 3166 alpha-2, `region` the ISO 3166-2 suffix (`CA`, `KA`). */
export interface PostalAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
}

export const NO_ADDRESS: PostalAddress = Object.freeze({
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
});

/** A tax number the company is registered under in a country. */
export interface TaxRegistration {
  readonly country: string;
  readonly number: string;
}

export const TAX_ROUNDINGS = ['document', 'line'] as const;
export type TaxRounding = (typeof TAX_ROUNDINGS)[number];

/** The tenant: everything belongs to exactly one. */
export interface Company extends DocumentIdentity {
  readonly id: CompanyId;
  readonly slug: string;
  readonly legalName: string;
  readonly address: PostalAddress;
  readonly taxRegistrations: readonly TaxRegistration[];
  readonly baseCurrency: Currency;
  readonly timeZone: string;
  readonly locale: string;
  readonly fiscalYearStartMonth: number;
  readonly taxRounding: TaxRounding;
  /** Credit of a customer goes to their oldest open invoices by itself. */
  readonly autoApplyCredit: boolean;
  /** Subscriptions that dunning has suspended go on once nothing of them is overdue. */
  readonly resumeOnPayment: boolean;
  /** A PNG or JPEG as a data URL. */
  readonly logo: string | null;
  readonly version: number;
}

/** The company's calendar date at an instant: what "today" means in its documents. */
export function companyToday(company: Pick<Company, 'timeZone'>, now: Instant): LocalDate {
  return dateAt(now, company.timeZone);
}

/** Code → whether it is enabled; one that is not named is. */
export type CurrencySwitches = Readonly<Record<Currency, boolean>>;

import type { TaxOptions } from './tax-options.js';
import { dateAt, type LocalDate } from '@quittance/calendar';
import type { CompanyId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { DocumentIdentity } from './document-identity.js';

/** Usage is taken for so long at the most: what is billed waits for it by as many days. */
export const MOST_LATE_DAYS = 60;

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

export const REGISTRATION_SCHEMES = [
  'normal',
  'small_business',
  'oss_union',
  'oss_non_union',
  'ioss',
  'composition',
] as const;

/**
 * How a registration taxes: as any other, as a small business, under a One-Stop-Shop (of sellers in
 * the Union, of others, and for imports), or as a dealer under India's composition scheme.
 */
export type RegistrationScheme = (typeof REGISTRATION_SCHEMES)[number];

/**
 * A tax number the company is registered under in a country. A company charges tax where it is
 * registered; one that names no registration is taken for registered where it has rates.
 */
export interface TaxRegistration {
  /** ISO 3166-1 alpha-2, or `XI` of Northern Ireland. */
  readonly country: string;
  /** A state, province or region with a tax of its own; null: of the country. */
  readonly region?: string | null;
  readonly number: string;
  /** `normal` when absent. */
  readonly scheme?: RegistrationScheme;
  readonly validFrom?: LocalDate | null;
  /** Inclusive. */
  readonly validTo?: LocalDate | null;
  /** India: when a letter of undertaking is in force; both null where nothing is said of one. */
  readonly undertakingFrom?: LocalDate | null;
  readonly undertakingTo?: LocalDate | null;
}

export const DISTANCE_SALES = ['below', 'exceeded', 'opted'] as const;

/** Who says how a year stands: the staff, or the count of what was sold. */
export const DISTANCE_SALES_SET_BY = ['hand', 'count'] as const;
export type DistanceSalesSetBy = (typeof DISTANCE_SALES_SET_BY)[number];

/**
 * Sales to consumers of other member states of the Union in a calendar year: below the threshold of
 * Directive 2006/112/EC, article 59c, beyond it, or taxed there by choice.
 */
export interface DistanceSalesYear {
  readonly year: number;
  readonly status: (typeof DISTANCE_SALES)[number];
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
  /** Of a year that is not named they are taken for below. */
  readonly distanceSales: readonly DistanceSalesYear[];
  readonly distanceSalesSetBy: DistanceSalesSetBy;
  readonly taxOptions: TaxOptions;
  readonly baseCurrency: Currency;
  readonly timeZone: string;
  readonly locale: string;
  readonly fiscalYearStartMonth: number;
  readonly taxRounding: TaxRounding;
  /** Credit of a customer goes to their oldest open invoices by itself. */
  readonly autoApplyCredit: boolean;
  /** Subscriptions that dunning has suspended go on once nothing of them is overdue. */
  readonly resumeOnPayment: boolean;
  /** Usage that is more days old is taken no more. */
  readonly maxLateDays: number;
  /** Where parties are paid to is changed by two of the staff: one asks, another approves. */
  readonly bankChangesNeedApproval: boolean;
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

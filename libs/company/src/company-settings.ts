import {
  checkedVatIdCountry,
  isCountry as isKnownCountry,
  isEuMember,
  isGstin,
  normalTaxId,
} from '@quittance/registrations';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { isCurrency } from '@quittance/money';
import { isTimeZone } from '@quittance/calendar';
import {
  DISTANCE_SALES_SET_BY,
  TAX_ROUNDINGS,
  type Company,
  type DistanceSalesYear,
  type PostalAddress,
  type TaxRegistration,
} from './company.js';
import {
  identityFaults,
  normalBankAccount,
  type CompanyBankAccount,
  type CompanyContact,
} from './document-identity.js';
import { logoFault, logoOf } from './logo.js';
import { optionFaults, type TaxOptions } from './tax-options.js';

/** A merge: what is absent stays, `null` clears. The slug never changes. */
export interface CompanyPatch extends Partial<
  Omit<Company, 'id' | 'slug' | 'version' | 'address' | 'contact' | 'bankAccount' | 'taxOptions'>
> {
  readonly address?: Partial<PostalAddress> | null;
  readonly contact?: Partial<CompanyContact> | null;
  readonly bankAccount?: Partial<CompanyBankAccount> | null;
  readonly taxOptions?: Partial<TaxOptions> | null;
}

/**
 * The settings as they are kept.
 * @throws DomainError validation_failed naming every setting that is wrong
 */
export function checkSettings<T extends CompanyPatch>(asked: T): T {
  const patch = asked.bankAccount
    ? { ...asked, bankAccount: normalBankAccount(asked.bankAccount) }
    : asked;
  const errors: FieldError[] = [];
  const refuse = (pointer: string, code: string, message: string) =>
    errors.push({ pointer, code, message });
  const { timeZone, locale, baseCurrency, taxRounding, distanceSalesSetBy, logo, address } = patch;
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    refuse('/timeZone', 'enum', 'must be an IANA time zone such as Europe/Berlin');
  }
  if (locale !== undefined && !isLocale(locale)) {
    refuse('/locale', 'format', 'must be a BCP 47 language tag such as de-DE');
  }
  if (baseCurrency !== undefined && !isCurrency(baseCurrency)) {
    refuse('/baseCurrency', 'enum', 'must be an ISO 4217 currency code');
  }
  if (taxRounding !== undefined && !TAX_ROUNDINGS.includes(taxRounding)) {
    refuse('/taxRounding', 'enum', `must be one of ${TAX_ROUNDINGS.join(', ')}`);
  }
  if (distanceSalesSetBy !== undefined && !DISTANCE_SALES_SET_BY.includes(distanceSalesSetBy)) {
    refuse('/distanceSalesSetBy', 'enum', `must be one of ${DISTANCE_SALES_SET_BY.join(', ')}`);
  }
  if (logo) {
    const picture = logoOf(logo);
    const fault = picture ? logoFault(picture) : 'must be a PNG or JPEG as a data URL';
    if (fault) refuse('/logo', 'format', fault);
  }
  if (address?.country && !isCountry(address.country)) {
    refuse('/address/country', 'enum', 'must be an ISO 3166 alpha-2 code such as DE');
  }
  errors.push(...(patch.taxRegistrations ?? []).flatMap(registrationFault));
  errors.push(...yearFaults(patch.distanceSales ?? []));
  errors.push(...optionFaults(patch.taxOptions ?? {}));
  errors.push(...identityFaults(patch));
  if (errors.length > 0) throw invalidFields(errors);
  return patch;
}

function registrationFault(registration: TaxRegistration, i: number): FieldError[] {
  const { country, scheme = 'normal', validFrom = null, validTo = null } = registration;
  const { undertakingFrom = null, undertakingTo = null } = registration;
  const errors: FieldError[] = [];
  const refuse = (member: string, code: string, message: string) =>
    errors.push({ pointer: `/taxRegistrations/${i}/${member}`, code, message });
  if (!isKnownCountry(country) && country !== 'XI') {
    refuse('country', 'enum', 'must be a country, or XI for Northern Ireland');
  }
  if (isMisshapen(registration)) {
    refuse(
      'number',
      'format',
      country === 'IN' ? 'is no valid GSTIN number' : `is no valid VAT number of ${country}`,
    );
  }
  if (validFrom !== null && validTo !== null && validTo < validFrom) {
    refuse('validTo', 'min', 'must not be before validFrom');
  }
  if (undertakingFrom !== null && undertakingTo !== null && undertakingTo < undertakingFrom) {
    refuse('undertakingTo', 'min', 'must not be before undertakingFrom');
  }
  if (country !== 'IN' && (undertakingFrom !== null || undertakingTo !== null)) {
    refuse('undertakingFrom', 'forbidden', 'is of registrations in India alone');
  }
  if (scheme === 'composition' && country !== 'IN') {
    refuse('scheme', 'enum', 'composition is a scheme of India');
  }
  return errors;
}

/**
 * What begins as a VAT number of a member state has not its format or its check digits, or is a
 * GSTIN that is none: the checks of accounts. Other numbers of a country, such as the German
 * Steuernummer, are taken as they are written.
 */
function isMisshapen({ country, number }: TaxRegistration): boolean {
  const text = normalTaxId(number);
  if (country === 'IN') return GSTIN_LENGTH.test(text) && !isGstin(text);
  const prefix = country === 'GR' ? 'EL' : country;
  return isEuMember(country) && text.startsWith(prefix) && checkedVatIdCountry(text) !== country;
}

/** Fifteen characters of a state's code and more. */
const GSTIN_LENGTH = /^\d{2}[A-Z0-9]{13}$/;

function yearFaults(years: readonly DistanceSalesYear[]): FieldError[] {
  return years.flatMap(({ year }, i) =>
    years.findIndex((each) => each.year === year) === i
      ? []
      : [{ pointer: `/distanceSales/${i}/year`, code: 'unique', message: 'is named twice' }],
  );
}

const isCountry = (code: string) => /^[A-Z]{2}$/.test(code);

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

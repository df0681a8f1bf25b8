import { nameForms } from './name-forms.js';
import { registrableDomain } from './domain-of.js';
import { taxNumberOf, type TaxNumber } from './tax-number.js';

/** Whom a partner wants to sell to, as the partner knows them. */
export interface EndCustomer {
  readonly name: string;
  /** An ISO 3166 code. */
  readonly country: string;
  readonly taxNumber: string | null;
  readonly website: string | null;
  readonly email: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

/** An end customer as it is compared with others. */
export interface CustomerTraits {
  readonly country: string;
  readonly names: readonly string[];
  readonly tax: TaxNumber | null;
  readonly domain: string | null;
  /** Street and postcode together; null where one of them is not known. */
  readonly place: string | null;
}

export function traitsOf(customer: EndCustomer): CustomerTraits {
  const { country, name, taxNumber, website, email } = customer;
  return {
    country,
    names: nameForms(name),
    tax: taxNumber === null ? null : taxNumberOf(taxNumber, country),
    domain: domainOf(website) ?? domainOf(email),
    place: placeOf(customer),
  };
}

/**
 * What two end customers that are the same have at least one of in common: whoever decides about
 * one holds all of its keys, and finds the others by them. In the order in which they are held.
 */
export function matchKeys({ country, names, tax, domain }: CustomerTraits): readonly string[] {
  const keys = [
    ...(tax ? [`tax:${tax.number}`] : []),
    ...(domain === null ? [] : [`domain:${domain}`]),
    ...names.map((name) => `name:${country}:${name}`),
  ];
  return keys.sort();
}

function domainOf(address: string | null): string | null {
  return address === null ? null : registrableDomain(address);
}

function placeOf({ street, postalCode }: EndCustomer): string | null {
  const [at, code] = [street, postalCode].map((text) => nameForms(text ?? '')[0]);
  return at === undefined || code === undefined ? null : `${at} ${code}`;
}

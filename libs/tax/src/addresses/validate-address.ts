import type { PostalAddress } from '@quittance/company';
import { isCountry } from '@quittance/registrations';
import type { FieldError } from '@quittance/kernel';
import { normalRegion, STATES } from './regions.js';
import { normalPostalCode, POSTAL_FORMATS } from './postal-formats.js';

export interface AddressCheck {
  readonly valid: boolean;
  /** Capitals, no blanks around, the postal code as the country writes it. */
  readonly address: PostalAddress;
  readonly problems: readonly FieldError[];
}

/**
 * What the built-in engine can tell of an address: country, state and the shape of the postal code.
 * Whether the street exists it does not know.
 */
export function validateAddress(given: Partial<PostalAddress>): AddressCheck {
  const address = normal(given);
  const problems = problemsOf(address);
  return { valid: problems.length === 0, address, problems };
}

function normal(given: Partial<PostalAddress>): PostalAddress {
  const text = (value: string | null | undefined) => value?.trim().replace(/\s+/g, ' ') || null;
  const country = text(given.country)?.toUpperCase() ?? null;
  const postalCode = text(given.postalCode);
  return {
    line1: text(given.line1),
    line2: text(given.line2),
    city: text(given.city),
    region: normalRegion(country, given.region ?? null),
    postalCode: country && postalCode ? normalPostalCode(country, postalCode) : postalCode,
    country,
  };
}

function problemsOf({ country, region, postalCode }: PostalAddress): FieldError[] {
  if (country === null) return [problem('country', 'required', 'The country is missing.')];
  if (!isCountry(country)) {
    return [problem('country', 'unknown', `${country} is no country of ISO 3166.`)];
  }
  const problems: FieldError[] = [];
  const states = STATES.get(country);
  if (states && region === null) {
    problems.push(problem('region', 'required', `An address in ${country} needs a state.`));
  } else if (states && region !== null && !states.has(region)) {
    problems.push(problem('region', 'unknown', `${country} has no state ${region}.`));
  }
  const format = POSTAL_FORMATS[country];
  if (format && postalCode === null) {
    problems.push(problem('postalCode', 'required', 'The postal code is missing.'));
  } else if (format && postalCode !== null && !format.test(postalCode)) {
    const message = `${postalCode} does not have the form of a postal code of ${country}.`;
    problems.push(problem('postalCode', 'format', message));
  }
  return problems;
}

function problem(member: keyof PostalAddress, code: string, message: string): FieldError {
  return { pointer: `/${member}`, code, message };
}

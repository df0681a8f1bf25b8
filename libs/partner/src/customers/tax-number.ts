import { isCountry } from '@quittance/registrations';

/** A number that an authority gave a business, by which it is compared. */
export interface TaxNumber {
  /** Letters and digits, without the country before them. */
  readonly number: string;
  /** Whose authority gave it. */
  readonly country: string;
}

/** What is shorter behind its country is a number that only begins like one. */
const SHORTEST = 7;

/**
 * A tax number as it is compared: letters and digits in upper case, the country before them cut.
 * Null where nothing of it is left.
 * @param country of the business, an ISO 3166 code
 */
export function taxNumberOf(text: string, country: string): TaxNumber | null {
  const all = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  if (all === '') return null;
  const [prefix, rest] = [countryOf(all.slice(0, 2)), all.slice(2)];
  if (prefix === country && rest !== '') return { number: rest, country };
  if (isCountry(prefix) && rest.length >= SHORTEST && /^\d/.test(rest)) {
    return { number: rest, country: prefix };
  }
  return { number: all, country };
}

/** Greece writes its tax numbers with the code of its language. */
function countryOf(prefix: string): string {
  return prefix === 'EL' ? 'GR' : prefix;
}

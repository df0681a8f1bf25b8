import data from './iso-3166-1.json';

/** A country of ISO 3166-1. */
export interface Country {
  /** The English name that people use. */
  readonly name: string;
  /** That of the standard, where it is another. */
  readonly standardName?: string;
}

/** By the officially assigned alpha-2 code, in the order of the codes. */
export const COUNTRIES: ReadonlyMap<string, Country> = new Map(Object.entries(data.countries));

/** Whether the text is an assigned country code, upper case. */
export function isCountry(code: unknown): code is string {
  return typeof code === 'string' && COUNTRIES.has(code);
}

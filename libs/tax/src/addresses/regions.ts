import { gstStateOfRegion } from '@quittance/registrations';
import { SEED_STATES } from '../seed/seed-rates.js';
import data from './taxing-states.json';

/** `US|TEXAS` to `TX`, of the countries whose states tax. */
const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  [...SEED_STATES].map(([key, name]) => {
    const [country = '', region = ''] = key.split('-');
    return [`${country}|${name.toUpperCase()}`, region];
  }),
);

/** Region parts of ISO 3166-2 of the countries whose states tax. */
export const STATES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(data.states).map(([country, codes]) => [country, new Set(codes)]),
);

/**
 * The region of an address as all that taxes by it compares it: capitals, without the country in
 * front, and of a name or a number of India's states their code.
 */
export function normalRegion(country: string | null, region: string | null): string | null {
  const written = region?.trim().replace(/\s+/g, ' ').toUpperCase() || null;
  if (country === null || written === null) return written;
  const code = written.startsWith(`${country}-`) ? written.slice(country.length + 1) : written;
  if (country === 'IN') return gstStateOfRegion(code)?.region ?? code;
  return CODE_BY_NAME.get(`${country}|${code}`) ?? code;
}

const REGION_CODE = /^[A-Z0-9]{1,3}$/;

/** The same, where that is a code; null of a name that stands for none. */
export function regionCode(country: string | null, region: string | null): string | null {
  const code = normalRegion(country, region);
  return code !== null && REGION_CODE.test(code) ? code : null;
}

/** Whether the tax of a country depends on the region of the place. */
export function taxesByRegion(country: string | null): boolean {
  return country !== null && STATES.has(country);
}

/** Whether it is a state of a country whose states tax, however it is written. */
export function isState(country: string | null, region: string | null): boolean {
  const code = normalRegion(country, region);
  return code !== null && STATES.get(country ?? '')?.has(code) === true;
}

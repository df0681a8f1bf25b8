import { gstStateOfRegion } from '@quittance/registrations';
import { SEED_NAMES } from '../seed/seed-names.js';
import { STATES } from './postal-formats.js';

/** `US|TEXAS` to `TX`, of the countries whose states tax. */
const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(SEED_NAMES).flatMap(([key, name]) => {
    const [country = '', region] = key.split('-');
    return region ? [[`${country}|${name.toUpperCase()}`, region]] : [];
  }),
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

/** Whether the tax of a country depends on the region of the place. */
export function taxesByRegion(country: string | null): boolean {
  return country !== null && Object.hasOwn(STATES, country);
}

/** Whether it is a state of a country whose states tax, however it is written. */
export function isState(country: string | null, region: string | null): boolean {
  const code = normalRegion(country, region);
  return taxesByRegion(country) && code !== null && !!STATES[country ?? '']?.has(code);
}

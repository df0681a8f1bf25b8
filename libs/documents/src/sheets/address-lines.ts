import type { DocumentLanguage, PostalAddress } from '@quittance/company';
import { gstStateOfRegion } from '@quittance/registrations';

/** Countries whose letters bear the city before the postal code. */
const CITY_FIRST = new Set(['US', 'CA', 'AU', 'GB', 'IE', 'IN', 'NZ', 'ZA', 'SG', 'AE', 'SA']);

/** Where goods go. */
export interface DeliveryPlace extends PostalAddress {
  readonly recipient?: string | null;
}

/**
 * An address as it stands on a letter, the country in the language of the document where it is not
 * the sender's own.
 */
export function addressLines(
  address: DeliveryPlace,
  language: DocumentLanguage,
  home: string | null,
): string[] {
  const { recipient, line1, line2, country } = address;
  const abroad = country !== null && country !== home;
  const land = abroad ? countryName(country, language) : null;
  const lines = [recipient, line1, line2, placeLine(address), land];
  return lines.filter((line): line is string => Boolean(line?.trim()));
}

function placeLine({ city, region, postalCode, country }: PostalAddress): string {
  const state = regionText(country, region);
  const parts = CITY_FIRST.has(country ?? '')
    ? [city, state, postalCode]
    : [postalCode, city, state];
  return parts.filter(Boolean).join(' ');
}

/**
 * A region as people write it: its code without the country in front (`CA` of `US-CA`), and of
 * India's states their name, as nobody knows those by a code. Pure.
 */
export function regionText(country: string | null, region: string | null): string | null {
  const written = region?.trim() ?? '';
  if (written === '' || country === null) return written || null;
  if (country === 'IN') return gstStateOfRegion(written)?.name ?? written;
  const isCoded = written.toUpperCase().startsWith(`${country}-`);
  return isCoded ? written.slice(country.length + 1) : written;
}

/** The name of a country, its code where it has none. */
export function countryName(code: string, language: DocumentLanguage): string {
  // What was taken over from another system may be no code.
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return regionNames(language).of(code) ?? code;
}

const namesByLanguage = new Map<DocumentLanguage, Intl.DisplayNames>();

/** One for each language: what it holds outside the heap is not counted by the collector. */
function regionNames(language: DocumentLanguage): Intl.DisplayNames {
  const known = namesByLanguage.get(language);
  const names = known ?? new Intl.DisplayNames([language], { type: 'region' });
  if (!known) namesByLanguage.set(language, names);
  return names;
}

/** Where something was delivered, on one line, as it stands among the facts of a document. */
export function deliveryText({
  deliveryAddress,
  language,
  seller,
}: {
  readonly deliveryAddress: DeliveryPlace | null;
  readonly language: DocumentLanguage;
  readonly seller: { readonly address: PostalAddress };
}): string | null {
  if (!deliveryAddress) return null;
  return addressLines(deliveryAddress, language, seller.address.country).join(', ') || null;
}

import type { DocumentLanguage, PostalAddress } from '@quittance/company';

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
  const parts = CITY_FIRST.has(country ?? '')
    ? [city, region, postalCode]
    : [postalCode, city, region];
  return parts.filter(Boolean).join(' ');
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

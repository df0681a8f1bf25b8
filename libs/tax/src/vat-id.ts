/**
 * Formats of VAT identification numbers of the member states of the European Union, after the
 * country's prefix (European Commission, VIES, structure of VAT numbers). Greece writes EL.
 */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** `GR` as countries are coded is `EL` in VAT ids. */
function prefixOf(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

export function isEuMember(country: string | null): boolean {
  return country !== null && country !== 'EL' && prefixOf(country) in FORMATS;
}

/** The member state (ISO 3166) whose VAT id this is by prefix and format; null when it is none. */
export function vatIdCountry(registration: string | null): string | null {
  if (!registration) return null;
  const text = registration.replace(/[\s.-]/g, '').toUpperCase();
  const prefix = text.slice(0, 2);
  if (!FORMATS[prefix]?.test(text.slice(2))) return null;
  return prefix === 'EL' ? 'GR' : prefix;
}

/** Whether the seller's customer accounts for the tax: a valid VAT id of another member state. */
export function isReverseCharge(
  sellerCountry: string | null,
  customerRegistration: string | null,
): boolean {
  if (!isEuMember(sellerCountry)) return false;
  const country = vatIdCountry(customerRegistration);
  return country !== null && country !== sellerCountry;
}

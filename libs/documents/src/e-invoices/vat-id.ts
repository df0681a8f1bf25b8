import { isEuMember, isGstin, normalTaxId, vatIdCountry } from '@quittance/registrations';

/**
 * A registration as a VAT identifier (BT-31, BT-48), which begins with the code of its country
 * (BR-CO-09; Greece writes EL). Null when it is another kind of number.
 */
export function vatIdOf(registration: string | null, country: string | null): string | null {
  if (!registration) return null;
  const number = normalTaxId(registration);
  // Northern Ireland trades goods under a prefix of its own.
  if (vatIdCountry(number) !== null || /^XI\d{9}(\d{3})?$/.test(number)) return number;
  if (isGstin(number) || country === null) return null;
  if (isEuMember(country)) {
    const prefixed = `${country === 'GR' ? 'EL' : country}${number}`;
    return vatIdCountry(prefixed) === null ? null : prefixed;
  }
  if (number.startsWith(country)) return number;
  return /^\d{5,}$/.test(number) ? `${country}${number}` : null;
}

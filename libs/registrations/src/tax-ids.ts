import { hasVatCheckDigits } from './vat-check-digits.js';

/**
 * Formats of VAT identification numbers of the member states of the European Union, after the
 * country's prefix (European Commission, VIES, structure of VAT numbers). Greece writes EL.
 */
const VAT_FORMATS: Readonly<Record<string, RegExp>> = {
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

const EU = new Set(Object.keys(VAT_FORMATS).map((prefix) => (prefix === 'EL' ? 'GR' : prefix)));

/** Whether the country (ISO 3166-1 alpha-2) is a member state of the European Union. */
export function isEuMember(country: string | null): boolean {
  return country !== null && EU.has(country);
}

/** Upper case, without the blanks, dots and dashes people write into registration numbers. */
export function normalTaxId(text: string): string {
  return text.replace(/[\s.\-/]/g, '').toUpperCase();
}

/** The member state (ISO 3166) whose VAT id this is by prefix and format; null when it is none. */
export function vatIdCountry(registration: string | null): string | null {
  if (!registration) return null;
  const text = normalTaxId(registration);
  const prefix = text.slice(0, 2);
  const format = Object.hasOwn(VAT_FORMATS, prefix) ? VAT_FORMATS[prefix] : undefined;
  if (!format?.test(text.slice(2))) return null;
  return prefix === 'EL' ? 'GR' : prefix;
}

/**
 * The member state (ISO 3166) whose VAT id this is by prefix, format and check digits; null when it
 * is none. Whether it is registered only the member state knows.
 */
export function checkedVatIdCountry(registration: string | null): string | null {
  const country = vatIdCountry(registration);
  if (country === null || registration === null) return null;
  const text = normalTaxId(registration);
  return hasVatCheckDigits(text.slice(0, 2), text.slice(2)) ? country : null;
}

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/;
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/;
const TAN = /^[A-Z]{4}\d{5}[A-Z]$/;
const EIN = /^\d{2}-?\d{7}$/;

/** India's goods and services tax number: shape and check digit (Luhn over base 36). */
export function isGstin(text: string): boolean {
  if (!GSTIN.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < 14; i += 1) {
    const product = BASE_36.indexOf(text[i] ?? '') * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return text[14] === BASE_36[(36 - (sum % 36)) % 36];
}

/** India's permanent account number: shape, with a known kind of holder in the fourth place. */
export function isPan(text: string): boolean {
  return PAN.test(text);
}

/** India's tax deduction account number: shape. */
export function isTan(text: string): boolean {
  return TAN.test(text);
}

/** The employer identification number of the United States: shape. */
export function isEin(text: string): boolean {
  return EIN.test(text);
}

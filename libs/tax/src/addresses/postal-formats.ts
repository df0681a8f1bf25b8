const digits = (count: number) => new RegExp(`^\\d{${count}}$`);
const many = (codes: string, format: RegExp) => codes.split(' ').map((code) => [code, format]);

/**
 * Shapes of postal codes after `normalPostalCode`; countries that are not here have none to check.
 */
export const POSTAL_FORMATS: Readonly<Record<string, RegExp>> = Object.fromEntries([
  ...many('AT AU BE BG CH CY DK HU LI LU LV NO NZ PH SI TN ZA', digits(4)),
  ...many('DE EE ES FI FR HR IT LT MA MC MX MY RS TH TR UA VA SM EG SA ID KR', digits(5)),
  ...many('CN CO IN RO RU SG VN KZ', digits(6)),
  ['CL', digits(7)],
  ['IL', digits(7)],
  ['US', /^\d{5}(-\d{4})?$/],
  ['CA', /^[ABCEGHJ-NPRSTVXY]\d[A-Z] \d[A-Z]\d$/],
  ['GB', /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/],
  ['IE', /^[A-Z]\d[\dW] [A-Z\d]{4}$/],
  ['NL', /^[1-9]\d{3} [A-Z]{2}$/],
  ['JP', /^\d{3}-\d{4}$/],
  ['BR', /^\d{5}-\d{3}$/],
  ['PL', /^\d{2}-\d{3}$/],
  ['PT', /^\d{4}-\d{3}$/],
  ['CZ', /^\d{3} \d{2}$/],
  ['SK', /^\d{3} \d{2}$/],
  ['SE', /^\d{3} \d{2}$/],
  ['GR', /^\d{3} \d{2}$/],
  ['MT', /^[A-Z]{3} \d{4}$/],
]) as Readonly<Record<string, RegExp>>;

/** Where the blank or dash stands, counted from the front or, below zero, from the back. */
const BREAKS: Readonly<Record<string, readonly [number, string]>> = {
  CA: [3, ' '],
  GB: [-3, ' '],
  IE: [3, ' '],
  NL: [4, ' '],
  CZ: [3, ' '],
  SK: [3, ' '],
  SE: [3, ' '],
  GR: [3, ' '],
  MT: [3, ' '],
  JP: [3, '-'],
  BR: [5, '-'],
  PL: [2, '-'],
  PT: [4, '-'],
};

/** The postal code as the country writes it: capitals, blank or dash in its place. */
export function normalPostalCode(country: string, text: string): string {
  const compact = text.toUpperCase().replace(/[\s-]/g, '');
  if (country === 'US' && compact.length === 9) return `${compact.slice(0, 5)}-${compact.slice(5)}`;
  const [at, sign] = BREAKS[country] ?? [0, ''];
  return sign ? `${compact.slice(0, at)}${sign}${compact.slice(at)}` : compact;
}

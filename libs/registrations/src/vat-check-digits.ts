/**
 * Check digits of VAT identification numbers, by the algorithms that the member states have
 * published. Kinds of numbers whose algorithm is not published, or not the same for all, are not
 * looked at: their format is all there is.
 */
type Check = (number: string) => boolean;

const digitsOf = (text: string) => [...text].map(Number);

/** The sum of the digits times their weights, as far as there are weights. */
function weighted(text: string, weights: readonly number[]): number {
  const digits = digitsOf(text);
  return weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);
}

const last = (text: string) => Number(text.at(-1));
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);
const up = (from: number, to: number) => down(to, from).reverse();

/** The digits added up, every second one from the right doubled (Luhn). */
function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? digit : sumOfDigits(2 * digit)))
    .reduce((a, b) => a + b, 0);
  return sum % 10 === 0;
}

const sumOfDigits = (n: number) => (n > 9 ? n - 9 : n);

/** ISO 7064, MOD 11,10. */
function mod11of10(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce((p, digit) => {
    const sum = (digit + p) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === last(text);
}

/** ISO 7064, MOD 97-10 over letters as numbers. */
function mod97of10(text: string): boolean {
  let rest = 0;
  for (const sign of text) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

function austrian(text: string): boolean {
  const digits = digitsOf(text.slice(1));
  const sum = digits
    .slice(0, 7)
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : sumOfDigits(2 * digit)), 0);
  return (10 - ((sum + 4) % 10)) % 10 === digits[7];
}

/** The rest by the first weights, by the second where the first leave ten. */
function twice(text: string, first: readonly number[], second: readonly number[]): number {
  const rest = weighted(text, first) % 11;
  return rest === 10 ? (weighted(text, second) % 11) % 10 : rest;
}

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function cypriot(text: string): boolean {
  const sum = digitsOf(text.slice(0, 8)).reduce(
    (total, digit, i) => total + (i % 2 === 0 ? (CYPRIOT_ODD[digit] ?? 0) : digit),
    0,
  );
  return text[8] === String.fromCharCode(65 + (sum % 26));
}

/** Numbers of companies; those of persons are birth numbers. */
function czech(text: string): boolean {
  if (text.length !== 8) return true;
  const rest = (11 - (weighted(text, down(8, 2)) % 11)) % 11;
  return (rest || 1) % 10 === last(text);
}

function finnish(text: string): boolean {
  const rest = weighted(text, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return rest === 0 ? last(text) === 0 : 11 - rest === last(text);
}

/** Keys of digits; those with letters follow a rule of their own. */
function french(text: string): boolean {
  const key = text.slice(0, 2);
  return !/^\d\d$/.test(key) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(key);
}

const IRISH = 'WABCDEFGHIJKLMNOPQRSTUV';

function irish(text: string): boolean {
  // The oldest numbers have a letter or sign in the second place and are read in another order.
  const old = /^\d[A-Z+*]/.test(text);
  const digits = old ? `0${text.slice(2, 7)}${text[0]}` : text.slice(0, 7);
  const extra = text.length > 8 ? 9 * (text.charCodeAt(8) - 64) : 0;
  return text[7] === IRISH[(weighted(digits, down(8, 2)) + extra) % 23];
}

function lithuanian(text: string): boolean {
  return text.length === 9
    ? twice(text, up(1, 8), [3, 4, 5, 6, 7, 8, 9, 1]) === last(text)
    : twice(text, [...up(1, 9), 1, 2], [...up(3, 9), 1, 2, 3, 4]) === last(text);
}

/** Numbers of companies; those of persons begin with a day. */
function latvian(text: string): boolean {
  return text < '4' || weighted(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
}

/** Of a company, or since 2020 of a person by another rule. */
function dutch(text: string): boolean {
  const company = weighted(text, down(9, 2)) % 11 === Number(text[8]);
  return (/^\d{9}B\d\d$/.test(text) && company) || mod97of10(`NL${text}`);
}

function portuguese(text: string): boolean {
  const rest = 11 - (weighted(text, down(9, 2)) % 11);
  return (rest > 9 ? 0 : rest) === last(text);
}

function romanian(text: string): boolean {
  const sum = weighted(text.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]);
  return ((10 * sum) % 11) % 10 === last(text);
}

function slovenian(text: string): boolean {
  const rest = 11 - (weighted(text, down(8, 2)) % 11);
  return rest !== 11 && rest % 10 === last(text);
}

const SPANISH_PERSON = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPANISH_COMPANY = 'JABCDEFGHI';

function spanish(text: string): boolean {
  const control = text[8] ?? '';
  const person = text.replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign)));
  if (/^\d{8}/.test(person)) return control === SPANISH_PERSON[Number(person.slice(0, 8)) % 23];
  if (/^[KLM]/.test(text)) return control === SPANISH_PERSON[Number(text.slice(1, 8)) % 23];
  const sum = digitsOf(text.slice(1, 8)).reduce(
    (total, digit, i) => total + (i % 2 === 0 ? sumOfDigits(2 * digit) : digit),
    0,
  );
  const digit = (10 - (sum % 10)) % 10;
  return control === String(digit) || control === SPANISH_COMPANY[digit];
}

/** By prefix; what is given has passed the format of its member state. */
const CHECKS: Readonly<Record<string, Check>> = {
  AT: austrian,
  BE: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  BG: (text) => text.length !== 9 || twice(text, up(1, 8), up(3, 10)) === last(text),
  CY: cypriot,
  CZ: czech,
  DE: mod11of10,
  DK: (text) => weighted(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (text) => (10 - (weighted(text, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === last(text),
  EL: (text) => (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(text),
  ES: spanish,
  FI: finnish,
  FR: french,
  HR: mod11of10,
  HU: (text) => (10 - (weighted(text, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === last(text),
  IE: irish,
  IT: luhn,
  LT: lithuanian,
  LU: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  LV: latvian,
  MT: (text) => weighted(text, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: dutch,
  PL: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(text),
  PT: portuguese,
  RO: romanian,
  SE: (text) => luhn(text.slice(0, 10)),
  SI: slovenian,
  SK: (text) => Number(text) % 11 === 0,
};

/** Whether the check digits of a number without its prefix are right, where they can be told. */
export function hasVatCheckDigits(prefix: string, number: string): boolean {
  return CHECKS[prefix]?.(number) ?? true;
}

import { validate as austrian } from 'stdnum/lib/cjs/at/uid.js';
import { validate as belgian } from 'stdnum/lib/cjs/be/vat.js';
import { validate as cypriot } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as german } from 'stdnum/lib/cjs/de/vat.js';
import { validate as danish } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as estonian } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as finnish } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as greek } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as croatian } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hungarian } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as irish } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as luxembourgish } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as maltese } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as polish } from 'stdnum/lib/cjs/pl/nip.js';

/**
 * Check digits of VAT identification numbers, by the algorithms that the member states have
 * published. Kinds of numbers whose algorithm is not published, or not the same for all, are not
 * looked at: their format is all there is. The library has those that it judges in the same way;
 * decision 0145 says of the others why they are ours.
 */
type Check = (number: string) => boolean;

/** A check of the library, each of which is a file: the whole of it would be three hundred. */
const kept =
  (validate: typeof austrian): Check =>
  (number) =>
    validate(number).isValid;

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

/** ISO 7064, MOD 97-10 over letters as numbers. */
function mod97of10(text: string): boolean {
  let rest = 0;
  for (const sign of text) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

/** The rest by the first weights, by the second where the first leave ten. */
function twice(text: string, first: readonly number[], second: readonly number[]): number {
  const rest = weighted(text, first) % 11;
  return rest === 10 ? (weighted(text, second) % 11) % 10 : rest;
}

/** Numbers of companies; those of persons are birth numbers. */
function czech(text: string): boolean {
  if (text.length !== 8) return true;
  const rest = (11 - (weighted(text, down(8, 2)) % 11)) % 11;
  return (rest || 1) % 10 === last(text);
}

/** Keys of digits; those with letters follow a rule of their own. */
function french(text: string): boolean {
  const key = text.slice(0, 2);
  return !/^\d\d$/.test(key) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(key);
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
  AT: kept(austrian),
  BE: kept(belgian),
  BG: (text) => text.length !== 9 || twice(text, up(1, 8), up(3, 10)) === last(text),
  CY: kept(cypriot),
  CZ: czech,
  DE: kept(german),
  DK: kept(danish),
  EE: kept(estonian),
  EL: kept(greek),
  ES: spanish,
  FI: kept(finnish),
  FR: french,
  HR: kept(croatian),
  HU: kept(hungarian),
  IE: kept(irish),
  IT: luhn,
  LT: lithuanian,
  LU: kept(luxembourgish),
  LV: latvian,
  MT: kept(maltese),
  NL: dutch,
  PL: kept(polish),
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

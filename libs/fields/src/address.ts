import { isCountry } from '@quittance/registrations';
import { hasMoreThan } from '@quittance/work';
import {
  fine,
  wrong,
  type Fault,
  type JsonSchema,
  type ReadContext,
  type Reading,
} from './field-kind.js';
import type { FieldValue } from './field.js';
import { plainText } from './text-kinds.js';

const LENGTHS = {
  line1: 200,
  line2: 200,
  city: 200,
  region: 3,
  postalCode: 20,
  country: 2,
} as const;
type Part = keyof typeof LENGTHS;
const PARTS = Object.keys(LENGTHS) as Part[];

/** Nobody's address: every member is there. */
export const EMPTY_ADDRESS: FieldValue = Object.freeze(
  Object.fromEntries(PARTS.map((part) => [part, null])),
);

/** A postal address: members are merged one by one, null clears one. */
export function readAddress(value: unknown, { previous }: ReadContext): Reading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('type', 'must be an address');
  }
  const faults: Fault[] = Object.keys(value)
    .filter((name) => !Object.hasOwn(LENGTHS, name))
    .map((name) => ({
      inside: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      message: 'is not a member of an address',
    }));
  const known = (previous ?? {}) as Readonly<Record<string, FieldValue>>;
  const given = value as Readonly<Record<string, unknown>>;
  const address = PARTS.map((part): [Part, FieldValue] => {
    if (!Object.hasOwn(given, part)) return [part, known[part] ?? null];
    const read = readPart(part, given[part]);
    if (!read.faults) return [part, read.value];
    faults.push(...read.faults.map((fault) => ({ ...fault, inside: `/${part}` })));
    return [part, null];
  });
  if (faults.length > 0) return { faults };
  return fine(Object.fromEntries(address));
}

function readPart(part: Part, value: unknown): Reading<string | null> {
  if (value === null || value === undefined) return fine(null);
  const text = plainText(value, LENGTHS[part]);
  if (text.faults) return text;
  const line = text.value.trim();
  if (line === '') return fine(null);
  if (/\p{Cc}/u.test(line)) return wrong('format', 'must be one line');
  if (hasMoreThan(line, LENGTHS[part])) {
    return wrong('max_length', `must have at most ${LENGTHS[part]} characters`);
  }
  if (part === 'country' && !isCountry(line)) {
    return wrong('enum', 'must be an ISO 3166 alpha-2 code');
  }
  return fine(line);
}

export const ADDRESS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    PARTS.map((part) => [part, { type: ['string', 'null'], maxLength: LENGTHS[part] }]),
  ),
  additionalProperties: false,
};

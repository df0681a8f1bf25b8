import { addDays, daysBetween, relativeDay, type LocalDate } from '@quittance/calendar';
import fc from 'fast-check';

/** A JSON Schema as an object tells it. */
export interface Told {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Told>>;
  readonly required?: readonly string[];
  readonly items?: Told;
  readonly allOf?: readonly Told[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean;
  readonly [more: `x-${string}`]: unknown;
}

/** What a schema cannot say: the day, and which records there are. */
export interface World {
  readonly today: LocalDate;
  /** Ids by the object they are of; of files those attached to the record. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const typesOf = ({ type = [] }: Told): readonly string[] => [type].flat() as readonly string[];

/** Values of a schema; `null` where it may be empty. */
export function valuesOf(schema: Told, world: World): fc.Arbitrary<unknown> {
  const some = someOf(schema, world);
  return typesOf(schema).includes('null') ? fc.oneof(fc.constant(null), some, some, some) : some;
}

function someOf(schema: Told, world: World): fc.Arbitrary<unknown> {
  const { enum: codes, minimum = -1000, maximum = 1000, properties = {}, required = [] } = schema;
  if (codes) return fc.constantFrom(...codes.filter((code) => code !== null));
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: Math.max(minimum, -(2 ** 31)),
        max: Math.min(maximum, 2 ** 31 - 1),
      });
    case 'array':
      return listsOf(schema, world);
    case 'object':
      return membersOf(properties, required, world);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      return textsOf(schema, world);
  }
}

function membersOf(properties: Told['properties'], required: readonly string[], world: World) {
  const members = Object.entries(properties ?? {}).map(([name, told]) => [
    name,
    valuesOf(told, world),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] as never[] });
}

/** Bodies of a schema, with all that it demands and some of what it allows. */
export function bodiesOf(
  { properties, required = [] }: Told,
  world: World,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return membersOf(properties, required, world) as never;
}

function listsOf(schema: Told, world: World): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 5 } = schema;
  const isFiles = schema['x-type'] === 'file';
  const files = world.ids.file ?? [];
  if (isFiles && files.length === 0) return fc.constant([]);
  const each = isFiles ? fc.constantFrom(...files) : valuesOf(items, world);
  return fc.uniqueArray(each, { minLength: minItems, maxLength: Math.min(maxItems, 5) });
}

function textsOf(schema: Told, { today, ids }: World): fc.Arbitrary<string> {
  const { format, pattern = '', examples, allOf = [], contentMediaType } = schema;
  if (examples) return fc.constantFrom(...(examples as string[]));
  if (pattern.startsWith('^-?')) return decimalsOf(schema);
  if (format === 'uuid') return fc.constantFrom(...(ids[String(schema['x-target'])] ?? []));
  if (format === 'uri') return fc.webUrl({ size: 'small' });
  if (format === 'email') return emailsOf(schema);
  if (format === 'date') return daysOf(schema, today);
  if (format === 'date-time') return daysOf(schema, today).map((day) => `${day}T12:30:00.25Z`);
  if (schema['x-type'] === 'time') return timesOf(schema);
  const own = allOf.find((each) => each.pattern?.startsWith('^(?:'))?.pattern;
  if (own !== undefined) return fc.stringMatching(new RegExp(own, 'u'));
  if (contentMediaType === 'text/html') {
    return fc.stringMatching(/^[A-Za-z ]{1,30}$/).map((text) => `<p>x${text}</p>`);
  }
  const size = {
    minLength: schema.minLength ?? 1,
    maxLength: Math.min(schema.maxLength ?? 30, 30),
  };
  // Lengths are of the text in form C, in which some characters are several.
  return fc.string({ unit: 'grapheme-composite', ...size }).map((text) => text.normalize('NFC'));
}

const emailsOf = (schema: Told): fc.Arbitrary<string> => {
  const hosts = (schema['x-allowedDomains'] ?? ['example.com', 'a-b.example']) as string[];
  const local = fc.stringMatching(/^[A-Za-z0-9]{1,12}([.+][a-z]{1,5})?$/);
  return fc.tuple(local, fc.constantFrom(...hosts)).map((parts) => parts.join('@'));
};

function unitsOf(text: unknown, scale: number): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
}

function written(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const at = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return units < 0n ? `-${text}` : text;
}

function rangeOf(schema: Told): { scale: number; min: bigint; max: bigint } {
  const [scale, precision] = [Number(schema['x-scale']), Number(schema['x-precision'])];
  const most = 10n ** BigInt(precision) - 1n;
  const min = unitsOf(schema['x-minimum'], scale) ?? -most;
  return { scale, min, max: unitsOf(schema['x-maximum'], scale) ?? most };
}

function decimalsOf(schema: Told): fc.Arbitrary<string> {
  const { scale, min, max } = rangeOf(schema);
  return fc.bigInt({ min, max }).map((units) => written(units, scale));
}

function boundDay(bound: unknown, today: LocalDate): LocalDate | undefined {
  if (typeof bound !== 'string') return undefined;
  return relativeDay(bound, today) ?? (bound.slice(0, 10) as LocalDate);
}

function daysOf(schema: Told, today: LocalDate): fc.Arbitrary<LocalDate> {
  const min = boundDay(schema['x-minimum'], today) ?? addDays(today, -10_000);
  const max = boundDay(schema['x-maximum'], today) ?? addDays(min, 20_000);
  const span = daysBetween(min, max);
  return fc.integer({ min: 1, max: span - 1 }).map((days) => addDays(min, days));
}

function timesOf(schema: Told): fc.Arbitrary<string> {
  const minutesOf = (text: unknown) =>
    typeof text === 'string' ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) : undefined;
  const min = minutesOf(schema['x-minimum']) ?? 0;
  const max = minutesOf(schema['x-maximum']) ?? 1439;
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return fc.integer({ min, max }).map((at) => `${two(at / 60)}:${two(at % 60)}`);
}

/** A value that goes against one keyword of a member. */
export interface Break {
  readonly name: string;
  readonly keyword: string;
  readonly value: unknown;
}

/** A value against each keyword of a member, those that JSON Schema does not have included. */
export function breaksOf(name: string, schema: Told, { today }: World): Break[] {
  const found = [...commonBreaks(schema), ...boundBreaks(schema, today)];
  if (schema.pattern !== undefined) found.push(...patternBreaks(schema));
  return found.map(([keyword, value]) => ({ name, keyword, value }));
}

function commonBreaks(schema: Told): [string, unknown][] {
  const { items, minLength = 0, maxLength, minItems = 0, maxItems, format } = schema;
  const types = typesOf(schema);
  const breaks: [string, unknown][] = [];
  if (types.length > 0) breaks.push(['type', types.includes('object') ? 'x' : { not: 'this' }]);
  if (types.length > 0 && !types.includes('null')) breaks.push(['type', null]);
  if (schema.enum) breaks.push(['enum', 'nobody']);
  if (minLength > 1) breaks.push(['minLength', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined) breaks.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  if (minItems > 0) breaks.push(['minItems', []]);
  if (items) breaks.push(['items', ['nobody']]);
  const many = items?.enum ?? Array.from({ length: 30 }, (_, i) => uuidOf(i));
  if (items && maxItems !== undefined && maxItems < many.length) breaks.push(['maxItems', many]);
  if (schema.additionalProperties === false) breaks.push(['additionalProperties', { b: 1 }]);
  const wrong = format === undefined ? undefined : FORMATS[format];
  if (wrong !== undefined) breaks.push(['format', wrong]);
  return breaks;
}

const uuidOf = (i: number) => `0190a1b2-0000-7000-8000-${String(i).padStart(12, '0')}`;

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-02-30',
  'date-time': '2026-02-30T00:00:00Z',
  uuid: 'x',
  email: 'nobody',
  uri: 'nowhere',
};

function boundBreaks(schema: Told, today: LocalDate): [string, unknown][] {
  const { minimum, maximum, 'x-minimum': low, 'x-maximum': high } = schema;
  const breaks: [string, unknown][] = [];
  if (minimum !== undefined) breaks.push(['minimum', minimum - 1]);
  if (maximum !== undefined) breaks.push(['maximum', maximum + 1]);
  if (schema['x-scale'] !== undefined) {
    const { scale, min, max } = rangeOf(schema);
    if (low !== undefined) breaks.push(['x-minimum', written(min - 1n, scale)]);
    if (high !== undefined) breaks.push(['x-maximum', written(max + 1n, scale)]);
  } else if (schema['x-type'] === 'time') {
    if (low !== undefined) breaks.push(['x-minimum', '00:00']);
    if (high !== undefined) breaks.push(['x-maximum', '23:59']);
  } else {
    const tail = schema.format === 'date-time' ? 'T12:00:00Z' : '';
    const [first, last] = [boundDay(low, today), boundDay(high, today)];
    if (first) breaks.push(['x-minimum', `${addDays(first, -2)}${tail}`]);
    if (last) breaks.push(['x-maximum', `${addDays(last, 2)}${tail}`]);
  }
  return breaks;
}

function patternBreaks(schema: Told): [string, unknown][] {
  const { pattern = '', allOf = [], format } = schema;
  const all: [string, unknown][] = [];
  if (schema['x-scale'] !== undefined) {
    const [scale, precision] = [Number(schema['x-scale']), Number(schema['x-precision'])];
    all.push(['pattern', `0.${'1'.repeat(scale + 1)}`], ['pattern', '1x']);
    all.push(['pattern', '9'.repeat(precision - scale + 1)]);
  } else if (format === 'date') all.push(['pattern', '0000-01-01']);
  else if (format === 'date-time') all.push(['pattern', '2026-01-01T25:00:00Z']);
  else if (format === 'uri') all.push(['pattern', 'ftp://example.com/']);
  else if (format === 'email') all.push(['pattern', `${'x'.repeat(65)}@example.com`]);
  else if (schema['x-type'] === 'time') all.push(['pattern', '24:00']);
  else if (schema['x-format'] === 'e164') all.push(['pattern', '+0123']);
  else all.push(['pattern', 'a\u0007b']);
  for (const each of allOf) {
    if (each.pattern === '\\S') all.push(['allOf', ' ']);
    else all.push(['allOf', format === 'email' ? 'ada@elsewhere.example' : '~~~']);
  }
  expectAll(pattern, all);
  return all;
}

/** A break that is none would prove nothing. */
function expectAll(pattern: string, all: readonly [string, unknown][]): void {
  const kept = all.find(([keyword, value]) => {
    return keyword === 'pattern' && new RegExp(pattern, 'u').test(String(value));
  });
  if (kept) throw new Error(`${String(kept[1])} matches ${pattern}`);
}

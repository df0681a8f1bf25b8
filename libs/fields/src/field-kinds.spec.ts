import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import type { FieldSettings, FieldType, FieldValue } from './field.js';
import { KINDS } from './kinds.js';
import { cleanHtml } from './text-kinds.js';
import { CONTEXT, aField } from './testing/a-field.js';

function read(
  type: FieldType,
  value: unknown,
  settings: FieldSettings = {},
  previous?: FieldValue,
) {
  const context = { ...CONTEXT, previous: previous ?? null };
  return KINDS[type].read(value, aField('f__c', type, settings), context);
}

/** The canonical value, or the code of the first fault with the place inside. */
function outcome(type: FieldType, value: unknown, settings: FieldSettings = {}): unknown {
  const reading = read(type, value, settings);
  const [fault] = reading.faults ?? [];
  if (fault) return [fault.code, fault.inside].filter(Boolean).join(' ');
  return [reading.faults ? undefined : reading.value];
}

type Case = readonly [type: FieldType, value: unknown, settings: FieldSettings, expected: unknown];

const options = [
  { code: 'hot', label: 'Hot', active: true },
  { code: 'cold', label: 'Cold', active: true },
  { code: 'old', label: 'Old', active: false },
];
const ID = '01A1FC13-1FEA-700A-A11C-44F4293B2263';

const CASES: readonly Case[] = [
  ['text', '  Acme  ', {}, ['Acme']],
  ['text', '   ', {}, [null]],
  ['text', 'é', {}, ['é']],
  ['text', 'a\nb', {}, 'format'],
  ['text', 'a\u0000b', {}, 'format'],
  ['text', '\ud800', {}, 'format'],
  ['text', 'x'.repeat(255), {}, ['x'.repeat(255)]],
  ['text', 'x'.repeat(256), {}, 'max_length'],
  ['text', '😀'.repeat(255), {}, ['😀'.repeat(255)]],
  ['text', 'ab', { minLength: 3 }, 'min_length'],
  ['text', 'abc', { pattern: '[a-c]{3}' }, ['abc']],
  ['text', 'xabcx', { pattern: '[a-c]{3}' }, 'pattern'],
  ['text', 5, {}, 'type'],
  ['textarea', 'a\r\nb', {}, ['a\nb']],
  ['textarea', 'x'.repeat(32_769), {}, 'max_length'],
  ['textarea', 'a\u0007', {}, 'format'],
  ['rich_text', '<p onclick="x()">Hi<script>alert(1)</script></p>', {}, ['<p>Hi</p>']],
  ['rich_text', '<a href="javascript:alert(1)">x</a>', {}, ['<a>x</a>']],
  ['rich_text', '<script>x</script>', {}, [null]],
  ['rich_text', 'x'.repeat(131_073), {}, 'max_length'],
  ['integer', 12, {}, [12]],
  ['integer', '-7', {}, [-7]],
  ['integer', -0, {}, [0]],
  ['integer', 1.5, {}, 'precision'],
  ['integer', '1234567890123456', {}, 'precision'],
  ['integer', 5, { min: '6' }, 'min'],
  ['integer', 7, { max: '6' }, 'max'],
  ['integer', true, {}, 'type'],
  ['number', '007.50', {}, ['7.5']],
  ['number', '-0.00', {}, ['0']],
  ['number', 0.1 + 0.2, {}, 'precision'],
  ['number', '1.005', {}, 'precision'],
  ['number', '1.005', { scale: 3 }, ['1.005']],
  ['number', '123', { precision: 4, scale: 2 }, 'precision'],
  [
    'number',
    `${'9'.repeat(18)}.${'9'.repeat(10)}`,
    { precision: 28, scale: 10 },
    [`${'9'.repeat(18)}.${'9'.repeat(10)}`],
  ],
  ['number', '1e5', {}, 'format'],
  ['number', '1,000.00', {}, 'format'],
  ['number', '+1', {}, 'format'],
  ['number', '٣', {}, 'format'],
  ['number', '1'.repeat(100), {}, 'format'],
  ['number', Number.POSITIVE_INFINITY, {}, 'format'],
  ['number', {}, {}, 'type'],
  ['percent', '12.5', { max: '100' }, ['12.5']],
  ['percent', '100.01', { max: '100' }, 'max'],
  ['currency', '12.5', {}, ['12.50']],
  ['currency', '12.5', { currency: 'JPY' }, 'precision'],
  ['currency', '12.345', { currency: 'KWD' }, ['12.345']],
  ['currency', '12.345', {}, 'precision'],
  ['currency', '1'.repeat(17), {}, 'precision'],
  ['boolean', true, {}, [true]],
  ['boolean', 'true', {}, 'type'],
  ['date', '2026-02-28', {}, ['2026-02-28']],
  ['date', '2026-02-31', {}, 'format'],
  ['date', '10000-01-01', {}, 'format'],
  ['date', '2026-11-21', { min: 'today' }, 'min'],
  ['date', '2026-11-22', { min: 'today' }, ['2026-11-22']],
  ['date', '2026-12-23', { max: 'today+30d' }, 'max'],
  ['date', 20260101, {}, 'type'],
  ['datetime', '2026-03-01T05:00:00+01:00', {}, ['2026-03-01T04:00:00.000Z']],
  ['datetime', '2026-03-01', {}, 'format'],
  ['datetime', '2026-11-22T18:30:00Z', { max: 'today' }, 'max'],
  ['datetime', '2026-11-22T18:29:59Z', { max: 'today' }, ['2026-11-22T18:29:59.000Z']],
  ['datetime', '2026-01-01T24:00:00Z', {}, 'format'],
  ['time', '09:30', {}, ['09:30:00']],
  ['time', '24:00', {}, 'format'],
  ['time', '09:30', { min: '10:00:00' }, 'min'],
  ['email', 'Mia@Example.COM', {}, ['mia@example.com']],
  ['email', 'mia@example', {}, 'format'],
  ['email', 'mia@@example.com', {}, 'format'],
  ['email', 'a..b@example.com', {}, 'format'],
  ['email', 'mіa@example.com', {}, 'format'],
  ['email', 'mia@example.com\r\nBcc: x@y.com', {}, 'format'],
  ['email', 'mia@other.com', { allowedDomains: ['example.com'] }, 'enum'],
  ['phone', '+49 30 123456', {}, ['+4930123456']],
  ['phone', '030 123456', { defaultCountry: 'DE' }, ['+4930123456']],
  ['phone', '030 123456', {}, 'format'],
  ['phone', 'call +49 30 123456', {}, 'format'],
  ['phone', '+49 30 123456 ext 7', {}, 'format'],
  ['url', 'https://Example.com', {}, ['https://example.com/']],
  ['url', 'javascript:alert(1)', {}, 'format'],
  ['url', 'ftp://example.com', {}, 'format'],
  ['url', 'https://user:pw@example.com', {}, 'format'],
  ['url', 'https://exa\nmple.com', {}, 'format'],
  ['picklist', 'hot', { options }, ['hot']],
  ['picklist', 'Hot', { options }, 'enum'],
  ['picklist', 'old', { options }, 'enum'],
  ['picklist', '__proto__', { options }, 'enum'],
  ['picklist', '', { options }, [null]],
  ['multi_select', ['cold', 'hot', 'cold'], { options }, [['hot', 'cold']]],
  ['multi_select', ['hot', 'warm'], { options }, 'enum /1'],
  ['multi_select', ['hot', 'cold'], { options, maxItems: 1 }, 'max'],
  ['multi_select', [], { options }, [null]],
  ['multi_select', 'hot', { options }, 'type'],
  ['lookup', ID, {}, [ID.toLowerCase()]],
  ['lookup', 'x', {}, 'format'],
  ['master_detail', 5, {}, 'type'],
  ['formula', 5, {}, 'read_only'],
  ['rollup', 5, {}, 'read_only'],
  ['auto_number', 'P-1', {}, 'read_only'],
  ['file', [ID, ID], {}, [[ID.toLowerCase()]]],
  ['file', [ID], { maxFiles: 1 }, [[ID.toLowerCase()]]],
  ['file', [ID, '01a1fc13-1fea-700a-a11c-44f4293b2264'], { maxFiles: 1 }, 'max'],
  ['file', ['../etc/passwd'], {}, 'format /0'],
  ['json', { a: [1, null, true] }, {}, [{ a: [1, null, true] }]],
  ['json', JSON.parse('{"__proto__": {"x": 1}}'), {}, 'format'],
  ['json', { constructor: 1 }, {}, 'format'],
  [
    'json',
    { a: 'x' },
    { schema: { type: 'object', properties: { a: { type: 'number' } } } },
    'schema /a',
  ],
  ['json', Array.from({ length: 1_001 }, () => 1), {}, 'format'],
  [
    'json',
    { country: 'DE' },
    { shape: 'address' },
    [{ line1: null, line2: null, city: null, region: null, postalCode: null, country: 'DE' }],
  ],
  ['json', { country: 'XX', planet: 1 }, { shape: 'address' }, 'unknown_field /planet'],
];

describe('a value', () => {
  test.each(CASES)('of %s: %o with %j is %j', (type, value, settings, expected) => {
    expect(outcome(type, value, settings)).toEqual(expected);
  });

  test('that is nested too deep is refused without a stack overflow', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i += 1) deep = [deep];
    expect(outcome('json', deep)).toBe('format');
  });

  test('that its schema refuses is told once for each place', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a', 'c'],
      additionalProperties: false,
    };
    expect(read('json', { a: 'x', b: 1 }, { schema }).faults).toEqual([
      { inside: '/c', code: 'schema', message: 'is required' },
      { inside: '/a', code: 'schema', message: 'must be of the type integer' },
      { inside: '/b', code: 'schema', message: 'must not be there' },
    ]);
  });

  test('keeps an option that was switched off since, where it stands', () => {
    expect(read('picklist', 'old', { options }, 'old')).toEqual({ value: 'old' });
    expect(read('multi_select', ['old'], { options }, ['old'])).toEqual({ value: ['old'] });
  });

  test('of an address keeps the parts that are not sent', () => {
    const before = {
      line1: 'A',
      line2: null,
      city: 'B',
      region: null,
      postalCode: null,
      country: 'DE',
    };
    const reading = read('json', { city: null }, { shape: 'address' }, before);
    expect(reading).toEqual({ value: { ...before, city: null } });
  });
});

const SAMPLES: Readonly<Record<FieldType, fc.Arbitrary<unknown>>> = {
  text: fc.string({ unit: 'grapheme', maxLength: 300 }),
  textarea: fc.string({ unit: 'binary', maxLength: 300 }),
  rich_text: fc
    .array(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<script>',
        '</script>',
        '<a href="',
        '">',
        '&lt;',
        '&',
        '<',
        '>',
        'x',
        '<b',
        ' onload=1',
        '<!--',
        '-->',
        'é',
        '"',
        "'",
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
  integer: fc.oneof(fc.integer(), fc.bigInt().map(String)),
  number: fc.oneof(
    fc.double(),
    fc.tuple(fc.bigInt(), fc.nat(9_999)).map((parts) => parts.join('.')),
  ),
  currency: fc.oneof(
    fc.double(),
    fc.tuple(fc.integer(), fc.nat(99)).map((parts) => parts.join('.')),
  ),
  percent: fc.tuple(fc.integer(), fc.nat(999)).map((parts) => parts.join('.')),
  boolean: fc.boolean(),
  date: fc.oneof(
    fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
    fc.string(),
  ),
  datetime: fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  time: fc
    .tuple(fc.nat(25), fc.nat(61))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`),
  email: fc.oneof(fc.emailAddress(), fc.string()),
  phone: fc.oneof(
    fc.constantFrom('+49 30 123456', '+1 (212) 555-0100', '+91 98765 43210', '0044 20 7946 0958'),
    fc.string(),
  ),
  url: fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
  picklist: fc.constantFrom('hot', 'cold', 'old', ''),
  multi_select: fc.array(fc.constantFrom('hot', 'cold')),
  lookup: fc.uuid().map((id) => id.toUpperCase()),
  master_detail: fc.uuid(),
  formula: fc.anything(),
  rollup: fc.anything(),
  auto_number: fc.anything(),
  file: fc.array(fc.uuid(), { maxLength: 3 }),
  json: fc.jsonValue({ maxDepth: 6 }),
};
const SETTINGS: Partial<Record<FieldType, FieldSettings>> = {
  picklist: { options },
  multi_select: { options },
  number: { precision: 28, scale: 10 },
  file: { maxFiles: 3 },
};

describe('the canonical form', () => {
  test('of rich text is its own, where a mark begins within another', () => {
    const cleaned = read('rich_text', '<p><b<p><p>', SETTINGS.rich_text) as { value: string };
    expect(read('rich_text', cleaned.value, SETTINGS.rich_text)).toEqual(cleaned);
  });

  test.each(Object.entries(SAMPLES))('of %s is the same when it is read again', (type, sample) => {
    const kind = type as FieldType;
    fc.assert(
      fc.property(sample, (value) => {
        const first = read(kind, value, SETTINGS[kind]);
        if (first.faults || first.value === null) return;
        expect(read(kind, first.value, SETTINGS[kind])).toEqual({ value: first.value });
        expect(JSON.parse(JSON.stringify(first.value))).toEqual(first.value);
      }),
    );
  });

  test('anything at all is a value or a fault, never an error', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    const type = fc.constantFrom(...(Object.keys(SAMPLES) as FieldType[]));
    fc.assert(
      fc.property(type, anything, (kind, value) => {
        if (value === null || value === undefined) return;
        const reading = read(kind, value, SETTINGS[kind]);
        expect(reading.faults ? reading.faults.length > 0 : reading.value !== undefined).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('of a number is exactly what was sent, or it is refused', () => {
    const scale = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 12 }),
        scale,
        (units, digits, allowed) => {
          const text = withPoint(units, digits);
          const reading = read('number', text, { precision: 28, scale: allowed });
          if (reading.faults) return;
          const [whole = '0', fraction = ''] = String(reading.value).replace('-', '').split('.');
          expect(fraction.length).toBeLessThanOrEqual(allowed);
          const back = BigInt(
            whole + fraction.padEnd(digits > fraction.length ? digits : fraction.length, '0'),
          );
          expect(back).toBe(units < 0n ? -units : units);
        },
      ),
    );
  });

  test('of HTML has no way to run anything', () => {
    fc.assert(
      fc.property(SAMPLES.rich_text as fc.Arbitrary<string>, (html) => {
        const tags = cleanHtml(html).replace(/"[^"]*"/g, '""');
        expect(tags).not.toMatch(/<script|<[^>]*\son\w+=|javascript:/i);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

function withPoint(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return digits === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

test.each([
  ['integer', 'twelve', 'must be a whole number such as 12'],
  ['integer', {}, 'must be a whole number such as 12'],
  ['number', 'twelve', 'must be a plain decimal such as "12.50"'],
] as const)('a %s that is %j is told what it must be', (type, value, message) => {
  expect(read(type, value)).toMatchObject({ faults: [{ message }] });
});

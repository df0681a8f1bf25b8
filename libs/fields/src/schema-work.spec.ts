import { shortestRun } from '../../../test/support/loop-lag.js';
import type { FieldValue } from './field.js';
import { MAX_READ_WORK } from './field-kind.js';
import { readSchema } from './json-schema.js';
import { KINDS } from './kinds.js';
import { schemaWork } from './schema-work.js';
import { aField } from './testing/a-field.js';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);
const ALL = (schema: object) => ({ items: { allOf: times(190, schema) } });

/** Within the sizes that schemas and values may have, and each as costly as it can be made. */
const HOSTILE: readonly (readonly [name: string, schema: object, value: FieldValue])[] = [
  ['everything fails', ALL({ type: 'string' }), times(990, 1)],
  ['none of many fits', { items: { anyOf: times(190, { type: 'string' }) } }, times(990, 1)],
  ['all is missing', { items: { required: names(1_500) } }, times(990, {})],
  ['none of many codes', { items: { enum: names(1_500) } }, times(990, 'x')],
  ['every name is wrong', { propertyNames: { allOf: times(150, { maxLength: 1 }) } }, byName(900)],
  ['nothing is contained', { contains: { allOf: times(150, { type: 'string' }) } }, times(990, 1)],
  ['long texts measured', { allOf: times(190, { minLength: 1 }) }, 'x'.repeat(32_000)],
];

function byName(count: number): FieldValue {
  return Object.fromEntries(names(count).map((name) => [`long ${name}`, 1]));
}

/** Nanoseconds of the processor that a unit stands for at the most. */
const MOST_FOR_A_UNIT = 100;

test.each(HOSTILE.map((each) => [...each] as const))(
  '%s: is refused or cheap',
  (_, schema, value) => {
    const { value: read } = readSchema(schema) as { value: object };
    const field = aField('shape__c', 'json', { schema: read });
    const most = (MAX_READ_WORK * MOST_FOR_A_UNIT) / 1e6;
    const { ms } = shortestRun(() => KINDS.json.read(value, field, {} as never), most);
    expect(ms).toBeLessThan(most);
  },
);

test('what it costs grows with the value and with the schema', () => {
  const cost = (schemas: number, values: number) =>
    schemaWork({ items: { allOf: times(schemas, { type: 'number' }) } }, times(values, 1), 1e12);
  const [one, tenSchemas, tenValues] = [cost(10, 10), cost(100, 10), cost(10, 100)];
  expect(tenSchemas / one).toBeGreaterThan(8);
  expect(tenValues / one).toBeGreaterThan(8);
});

test('an honest value of the largest size is checked', () => {
  const item = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } } };
  const value = times(300, { a: 1, b: 'x' });
  const schema = { type: 'array', items: { ...item, required: ['a', 'b'] } };
  expect(schemaWork(schema, value, MAX_READ_WORK)).toBeLessThan(MAX_READ_WORK / 2);
});

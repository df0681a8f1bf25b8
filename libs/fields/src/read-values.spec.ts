import type { FieldValues } from './field.js';
import { MAX_CUSTOM_BYTES, readValues, type ReadOptions } from './read-values.js';
import { TODAY, aField, fieldsOf } from './testing/a-field.js';

const option = (code: string) => ({ code, label: code, active: true });
const country = aField('country__c', 'picklist', { options: [option('de'), option('us')] });
const city = aField('city__c', 'picklist', {
  options: [option('berlin'), option('nyc')],
  dependsOn: { field: 'country__c', allowed: { de: ['berlin'], us: ['nyc'] } },
});
const object = fieldsOf(
  aField('name', 'text', {}, { required: true, storage: { kind: 'column', column: 'name' } }),
  aField('currency', 'text', {}, { storage: { kind: 'column', column: 'currency' } }),
  aField('amount', 'currency', { currencyField: 'currency' }),
  country,
  city,
  aField('due__c', 'date', {}, { default: 'today+7d' }),
  aField('score__c', 'formula', { formula: '1' }),
  aField('number__c', 'auto_number', { format: '{000}' }),
  aField('source__c', 'text', {}, { createOnly: true }),
  aField('locked__c', 'text', {}, { readOnly: true }),
  aField('reason__c', 'text', {}, { requiredWhen: 'ISBLANK(amount)' }),
  aField('notes__c', 'textarea'),
  aField('more__c', 'textarea'),
  aField('home__c', 'json'),
);

function read(input: unknown, before?: FieldValues, more: Partial<ReadOptions> = {}) {
  const mode = before ? 'update' : 'create';
  const options: ReadOptions = { mode, today: TODAY, baseCurrency: 'EUR', ...more };
  return readValues(object, input as FieldValues, before ? { ...options, before } : options);
}

const faults = (...given: Parameters<typeof read>) =>
  read(...given).errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('what is sent for a record', () => {
  test('is read whole, and everything wrong is said at once, in the order of the body', () => {
    const input = { amount: 'x', nonsense: 1, score__c: 5, locked__c: 'a', country__c: 'fr' };
    expect(faults(input)).toEqual([
      '/amount format',
      '/nonsense unknown_field',
      '/score__c read_only',
      '/locked__c read_only',
      '/country__c enum',
      '/name required',
    ]);
  });

  test('takes defaults when the record is made, relative days from today', () => {
    expect(read({ name: 'A' }).values).toEqual({ name: 'A', due__c: '2026-11-29' });
    expect(read({ name: 'A', due__c: null }).values).toEqual({ name: 'A', due__c: null });
    expect(read({}, { name: 'A' }).values).toEqual({});
  });

  test('has names that mean something to the language refused like any other unknown one', () => {
    const input = JSON.parse('{"name":"A","__proto__":{"x":1},"constructor":1,"toString":2}');
    expect(faults(input)).toEqual([
      '/__proto__ unknown_field',
      '/constructor unknown_field',
      '/toString unknown_field',
    ]);
  });

  test('has the decimals of the currency it is in, whichever comes first', () => {
    expect(read({ name: 'A', amount: '5', currency: 'JPY' }).values['amount']).toBe('5');
    expect(faults({ name: 'A', amount: '5.5', currency: 'JPY' })).toEqual(['/amount precision']);
    expect(read({ name: 'A', amount: '5.5' }).values['amount']).toBe('5.50');
  });

  test('may not leave an amount with decimals that its new currency lacks', () => {
    const before = { name: 'A', amount: '5.50', currency: 'EUR' };
    expect(faults({ currency: 'JPY' }, before)).toEqual(['/amount precision']);
    expect(read({ currency: 'KWD' }, before).values).toEqual({ currency: 'KWD', amount: '5.500' });
  });

  test('has options that go with the controlling value', () => {
    expect(faults({ name: 'A', city__c: 'berlin', country__c: 'us' })).toEqual([
      '/city__c dependency',
    ]);
    expect(faults({ name: 'A', city__c: 'berlin', country__c: 'de' })).toEqual([]);
    expect(faults({ name: 'A', city__c: 'berlin' })).toEqual(['/city__c dependency']);
    expect(
      faults({ country__c: 'us' }, { name: 'A', country__c: 'de', city__c: 'berlin' }),
    ).toEqual(['/city__c dependency']);
    expect(faults({ name: 'A', city__c: 'berlin', country__c: 'fr' })).toEqual([
      '/country__c enum',
    ]);
  });

  test('takes a default only where it goes with the controlling value', () => {
    const ruled = fieldsOf(country, { ...city, default: 'berlin' });
    const made = (input: FieldValues) =>
      readValues(ruled, input, { mode: 'create', today: TODAY, baseCurrency: 'EUR' }).values;
    expect(made({ country__c: 'de' })).toEqual({ country__c: 'de', city__c: 'berlin' });
    expect(made({ country__c: 'us' })).toEqual({ country__c: 'us' });
    expect(made({})).toEqual({});
  });

  test('must have what is required, and what a condition requires', () => {
    const requiredWhen = (_: unknown, record: FieldValues) => record['amount'] === undefined;
    expect(faults({ name: ' ' }, undefined, { requiredWhen })).toEqual([
      '/name required',
      '/reason__c required',
    ]);
    expect(faults({ name: 'A', amount: '1' }, undefined, { requiredWhen })).toEqual([]);
    expect(faults({ name: null }, { name: 'A' })).toEqual(['/name required']);
  });

  test('is not refused for a requirement younger than the record', () => {
    expect(faults({ notes__c: 'x' }, { name: null })).toEqual([]);
  });

  test('is not changed where it is given once only', () => {
    expect(faults({ source__c: 'x' }, { name: 'A' })).toEqual(['/source__c create_only']);
    expect(faults({ name: 'A', source__c: 'x' })).toEqual([]);
  });

  test('may say once more what whoever sends it may not write, and nothing that is hidden', () => {
    const kept = { hidden: new Set(['more__c']), unwritten: new Set(['amount', 'more__c']) };
    const before = { name: 'A', currency: 'EUR', amount: '12.50', more__c: 'x' };
    expect(read({ amount: '12.5', name: 'B' }, before, { kept })).toEqual({
      values: { name: 'B' },
      errors: [],
    });
    expect(faults({ amount: '12.51' }, before, { kept })).toEqual(['/amount read_only']);
    expect(faults({ amount: null }, before, { kept })).toEqual(['/amount read_only']);
    const home = { name: 'A', home__c: { a: 1, b: [2] } };
    const unwritten = { hidden: new Set<string>(), unwritten: new Set(['home__c']) };
    expect(faults({ home__c: { b: [2], a: 1 } }, home, { kept: unwritten })).toEqual([]);
    expect(faults({ more__c: 'x' }, before, { kept })).toEqual(['/more__c unknown_field']);
    expect(faults({ name: 'A', amount: '12.50' }, undefined, { kept })).toEqual([
      '/amount read_only',
    ]);
  });

  test('has at most 64 KiB of custom values, those that stand included', () => {
    const half = 'x'.repeat(32_700);
    expect(MAX_CUSTOM_BYTES).toBe(65_536);
    expect(faults({ name: 'A', notes__c: half, more__c: half })).toEqual([]);
    const wide = '€'.repeat(15_000);
    expect(faults({ more__c: wide }, { name: 'A', notes__c: half })).toEqual([' max_size']);
  });

  test('has the pointer of its place in a bulk request', () => {
    expect(faults({ x: 1, name: 'A' }, undefined, { pointer: '/records/3' })).toEqual([
      '/records/3/x unknown_field',
    ]);
  });

  test('may be set by the system, computed values included', () => {
    const { values, errors } = read({ name: 'A', number__c: '001', locked__c: 'x' }, undefined, {
      system: true,
    });
    expect([values['number__c'], values['locked__c'], errors]).toEqual(['001', 'x', []]);
  });
});

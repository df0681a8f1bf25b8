import { aField } from '@quittance/fields/testing';
import { GivenValues } from './given-values.js';
import type { ImportResult } from './loads/import-tally.js';

const TAKEN = { pointer: '/sku', code: 'unique', message: 'is taken by another record' };

const failed = (line: number): ImportResult => ({
  line,
  status: 'failed',
  problem: { code: 'validation_failed', detail: 'One', errors: [TAKEN] } as never,
});

it('names the line that has the value, also of a batch before', () => {
  const object = { fields: new Map([['sku', { ...aField('sku', 'text'), unique: true }]]) };
  const given = new GivenValues();
  const rows = [2, 3].map((line) => ({ line, size: 0, values: { sku: 'A-1' } }));
  const messages = (results: readonly ImportResult[]) =>
    results.map(({ problem }) => problem?.errors[0]?.message);
  expect(messages(given.told(object, rows, [{ line: 2, status: 'created' }, failed(3)]))).toEqual([
    undefined,
    'is taken by line 2 of the file',
  ]);
  const later = [{ line: 9, size: 0, values: { sku: ' a-1' } }];
  expect(messages(given.told(object, later, [failed(9)]))).toEqual([
    'is taken by line 2 of the file',
  ]);
  const other = [{ line: 10, size: 0, values: { sku: 'B-1' } }];
  expect(messages(given.told(object, other, [failed(10)]))).toEqual([TAKEN.message]);
});

import type { Ctx } from '@quittance/kernel';
import { Readable } from 'node:stream';
import { defineObject } from '@quittance/metadata';
import { address, boolean, integer, json, lookup, text } from '@quittance/fields';
import { formula, multiSelect } from '@quittance/fields/host';
import { readHeader, rowValues } from './import-columns.js';
import { rowInputs } from './row-inputs.js';

const ship = defineObject({
  name: 'ship',
  label: 'Ship',
  pluralLabel: 'Ships',
  path: '/ships',
  resource: 'ships',
  table: 'sea.ship',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true }),
    masts: integer('Masts'),
    afloat: boolean('Afloat'),
    uses: multiSelect('Uses', { cargo: 'Cargo', crew: 'Crew' }),
    papers: json('Papers'),
    home: address('Home'),
    mark: text('Kd.-Nr.'),
    port: text('home.Port'),
    owner: lookup('Owner', 'account'),
    twice: formula('Twice', 'masts * 2', 'number'),
  },
});

const valuesOf = (header: string[], cells: string[]) =>
  rowValues(readHeader(ship, header).columns, cells);

test('two columns of one field are refused, however each is called', () => {
  const of = (header: string[]) => readHeader(ship, header).errors;
  const twice = { code: 'duplicate', message: 'is the same field as name' };
  expect(of(['name', 'Name'])).toEqual([{ parameter: 'Name', ...twice }]);
  expect(of(['home.city', 'home.postalCode', 'masts'])).toEqual([]);
});

test('a label may have dots: it is a field before it is a path, and by its exact letters', () => {
  const options = { unnamed: () => undefined };
  const named = (header: string) => {
    const { columns, errors } = readHeader(ship, [header], options);
    const [column] = columns;
    return column ? [column.field.name, column.part ?? column.by ?? null] : errors[0]?.code;
  };
  expect(named('Kd.-Nr.')).toEqual(['mark', null]);
  expect(named('kd.-nr.')).toEqual(['mark', null]);
  expect(named('home.Port')).toEqual(['port', null]);
  expect(named('home.city')).toEqual(['home', 'city']);
  expect(named('owner.Kd.-Nr.')).toEqual(['owner', 'Kd.-Nr.']);
  expect(named('Kd.-Nr')).toBe('unknown_field');
});

test('everything wrong with a header is told at once', () => {
  const { errors } = readHeader(ship, [
    'name',
    'nme',
    '',
    'name',
    'createdAt',
    'twice',
    '__proto__',
  ]);
  expect(errors.map(({ parameter, code }) => `${parameter} ${code}`)).toEqual([
    'nme unknown_field',
    'column 3 unknown_field',
    'name duplicate',
    'createdAt read_only',
    'twice read_only',
    '__proto__ unknown_field',
  ]);
  expect(readHeader(ship, ['id', ' name ', 'home.city']).errors).toEqual([]);
});

test('cells are read as their fields are', () => {
  const header = ['name', 'masts', 'afloat', 'uses', 'papers', 'home.city', 'home.country'];
  expect(
    valuesOf(header, [' Vasa ', ' 3 ', 'YES', 'cargo; crew', '{"a":1}', 'Delft', 'NL']),
  ).toEqual({
    name: ' Vasa ',
    masts: '3',
    afloat: true,
    uses: ['cargo', 'crew'],
    papers: { a: 1 },
    home: { city: 'Delft', country: 'NL' },
  });
});

test('an empty cell and one that is not there say nothing', () => {
  expect(valuesOf(['name', 'masts', 'afloat'], ['', '3'])).toEqual({ masts: '3' });
});

test('what cannot be read stays what it is, for the field to refuse', () => {
  expect(
    valuesOf(['masts', 'afloat', 'papers', 'uses'], ['many', 'perhaps', '{', '["cargo"]']),
  ).toEqual({
    masts: 'many',
    afloat: 'perhaps',
    papers: '{',
    uses: ['cargo'],
  });
});

test('the apostrophe that an export puts before a formula is taken off, and no other', () => {
  expect(valuesOf(['name'], ["'=1+1"])).toEqual({ name: '=1+1' });
  expect(valuesOf(['name'], ["''=1+1"])).toEqual({ name: "'=1+1" });
  expect(valuesOf(['name'], ["'＝1"])).toEqual({ name: '＝1' });
  expect(valuesOf(['name'], ["'tis"])).toEqual({ name: "'tis" });
  expect(valuesOf(['masts'], ["'-3"])).toEqual({ masts: '-3' });
});

test('a file of no lines has no rows, as a list without records is downloaded', async () => {
  const rowsOf = async (text: string, format: 'csv' | 'jsonl') => {
    const rows: unknown[] = [];
    const body = Readable.from([Buffer.from(text)]);
    for await (const row of rowInputs({} as Ctx, ship, { body, format })) rows.push(row);
    return rows;
  };
  expect(await rowsOf('', 'jsonl')).toEqual([]);
  expect(await rowsOf('name,masts\n', 'csv')).toEqual([]);
  for (const text of ['', '\n\r\n', '\ufeff']) expect(await rowsOf(text, 'csv')).toEqual([]);
});

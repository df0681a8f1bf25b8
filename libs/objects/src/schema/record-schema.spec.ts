import { Validator, type Schema } from '@cfworker/json-schema';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { defineObject, type CompanyObject } from '@quittance/metadata';
import {
  address,
  boolean,
  currency,
  date,
  datetime,
  email,
  integer,
  json,
  lookup,
  number,
  picklist,
  text,
  type FieldValue,
  readValues,
} from '@quittance/fields';
import { autoNumber, multiSelect, url } from '@quittance/fields/host';
import { objectSchema, recordSchema } from './record-schema.js';

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
    name: text('Name', { required: true, maxLength: 20 }),
    number: autoNumber('Number', { format: 'S-{SEQ}' }),
    flag: picklist('Flag', { de: 'German', nl: 'Dutch' }, { required: true, default: 'nl' }),
    port: picklist(
      'Port',
      { hamburg: 'Hamburg', delft: 'Delft' },
      {
        dependsOn: { field: 'flag', allowed: { de: ['hamburg'], nl: ['delft'] } },
      },
    ),
    uses: multiSelect('Uses', { cargo: 'Cargo', crew: 'Crew' }),
    masts: integer('Masts', { min: '0', max: '9' }),
    draught: number('Draught', { precision: 6, scale: 2 }),
    price: currency('Price', { currencyField: 'currency' }),
    currency: text('Currency', { default: 'EUR' }),
    builtOn: date('Built on', { createOnly: true }),
    seenAt: datetime('Seen at'),
    mail: email('E-mail', { personal: true }),
    site: url('Site'),
    afloat: boolean('Afloat', { default: true }),
    captainId: lookup('Captain', 'contact'),
    home: address('Home'),
    papers: json('Papers', { schema: { type: 'object', properties: { a: { type: 'string' } } } }),
  },
});

/** As a company has it. */
const own = {
  ...ship,
  model: { terms: { baseCurrency: 'EUR', timeZone: 'UTC' } },
} as unknown as CompanyObject;

const faults = (schema: object, value: unknown) =>
  new Validator(structuredClone(schema) as Schema, '2020-12', false).validate(value).errors;

const context = {
  mode: 'create',
  today: '2026-03-02' as LocalDate,
  baseCurrency: 'EUR' as Currency,
} as const;

/** The least a schema of this product lets pass, members of `more` besides. */
function payloadOf(
  schema: Readonly<Record<string, unknown>>,
  all: boolean,
): Record<string, unknown> {
  const { properties, required = [] } = schema as {
    properties: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const names = all ? Object.keys(properties) : required;
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {})]));
}

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  date: '2026-03-02',
  'date-time': '2026-03-02T09:00:00.000Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
};

function valueOf(schema: Readonly<Record<string, unknown>>): unknown {
  const { type, enum: values, format, minimum, pattern } = schema;
  if (Array.isArray(values)) return values[0];
  switch ([type].flat()[0]) {
    case 'integer':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [valueOf(schema.items as Record<string, unknown>)];
    case 'object':
      return payloadOf({ properties: {}, ...schema }, false);
    default:
      if (typeof format === 'string') return TEXTS[format];
      return String(pattern).startsWith('^-?') ? '1.50' : 'EUR';
  }
}

test('a body made from the schema is taken, the least one and the whole one', () => {
  const { $defs } = objectSchema(own, { create: true, update: true }) as {
    $defs: Record<'create', Record<string, unknown>>;
  };
  for (const all of [false, true]) {
    const body = payloadOf($defs.create, all);
    expect(faults($defs.create, body)).toEqual([]);
    expect(readValues(ship, body, context).errors).toEqual([]);
  }
});

test('what the schema refuses is refused', () => {
  const schema = recordSchema(ship, 'create');
  const good = payloadOf(schema, true);
  const bad: [string, unknown][] = [
    ['number', 'S-1'],
    ['id', TEXTS.uuid],
    ['name', 'x'.repeat(21)],
    ['flag', 'fr'],
    ['port', 'delft'],
    ['uses', ['war']],
    ['masts', 10],
    ['draught', 'deep'],
    ['masts__c', 1],
  ];
  for (const [name, value] of bad) {
    const body = { ...good, [name]: value };
    expect([name, faults(schema, body).length > 0]).toEqual([name, true]);
    const { errors } = readValues(ship, body as Record<string, FieldValue>, context);
    expect([name, errors.length > 0]).toEqual([name, true]);
  }
});

test('who may only read is told of no body', () => {
  const { $defs, properties } = objectSchema(own, { create: false, update: false });
  expect($defs).toBeUndefined();
  expect(Object.keys(properties as object)).toEqual([...ship.fields.keys()]);
  const { $defs: some } = objectSchema(own, { create: false, update: true });
  expect(Object.keys(some as object)).toEqual(['update']);
});

test('a body to change a record demands nothing and lacks what is set once', () => {
  const { required, properties } = recordSchema(ship, 'update');
  expect(required).toBeUndefined();
  expect(properties).not.toHaveProperty('builtOn');
  expect(properties).not.toHaveProperty('number');
  expect(recordSchema(ship, 'create').properties).toHaveProperty('builtOn');
});

test('an answer has every member, empty ones as null, and options that were switched off', () => {
  const field = ship.fields.get('flag');
  if (!field) throw new Error('no flag');
  const off = { code: 'fr', label: 'French', active: false };
  const options = [...(field.settings.options ?? []), off];
  const fields = new Map([...ship.fields, ['flag', { ...field, settings: { options } }]]);
  const changed = { ...ship, fields };
  const codes = (use: 'record' | 'create') =>
    (recordSchema(changed, use).properties as Record<string, { enum: unknown[] }>).flag?.enum;
  expect(codes('record')).toEqual(['de', 'nl', 'fr', null]);
  expect(codes('create')).toEqual(['de', 'nl']);
  expect(recordSchema(ship, 'record').required).toEqual([...ship.fields.keys()]);
});

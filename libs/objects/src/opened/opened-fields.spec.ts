import { aField } from '@quittance/fields/testing';
import { type Field, type FieldType, fieldTypes } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';
import { openedFields, openedPart } from './opened-fields.js';

const READ = { customer: 'read', partner: 'none', vendor: 'none' } as const;
const object = (...fields: readonly Field[]) =>
  ({ fields: new Map(fields.map((field) => [field.name, field])) }) as unknown as CompanyObject;
const opened = (type: FieldType, more: Partial<Field> = {}) =>
  aField(`${type}__c`, type, {}, { portals: READ, ...more });
const names = (of: CompanyObject, seesPrices = true) =>
  openedFields(of, 'customer', seesPrices).map(({ field }) => field.name);

it('tells what says all by itself, and no more: records, formulas, files and JSON are kept', () => {
  const kept = ['lookup', 'master_detail', 'formula', 'rollup', 'file', 'json'];
  const all = object(...fieldTypes.all.map((type) => opened(type)));
  const told = fieldTypes.all.filter((type) => !kept.includes(type)).map((type) => `${type}__c`);
  expect(names(all)).toEqual(told);
});

it.each([
  ['another portal', opened('text', { portals: { ...READ, customer: 'none', partner: 'write' } })],
  ['personal data', opened('text', { personal: true })],
  ['what is worked out as it is read', opened('text', { storage: { kind: 'computed' } })],
  ['a standard field', opened('text', { storage: { kind: 'column', column: 'number' } })],
])('tells nothing of %s', (_, field) => {
  expect(names(object(field))).toEqual([]);
  expect(openedPart(object(field), 'customer', true)).toBeNull();
});

it('tells money and rates to those who see prices', () => {
  const all = object(opened('text'), opened('currency'), opened('percent'));
  expect(names(all)).toEqual(['text__c', 'currency__c', 'percent__c']);
  expect(names(all, false)).toEqual(['text__c']);
  expect([...(openedPart(all, 'customer', false)?.fields.keys() ?? [])]).toEqual(['text__c']);
});

it('has sent what the company lets be sent, and nobody sets', () => {
  const portals = { ...READ, customer: 'write' } as const;
  const all = object(
    opened('text'),
    opened('date', { portals }),
    opened('auto_number', { portals, readOnly: true }),
    opened('email', { portals, unique: true }),
  );
  const sent = openedFields(all, 'customer', true).map(({ isWritten }) => isWritten);
  expect(sent).toEqual([false, true, false, false]);
});

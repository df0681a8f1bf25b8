import { WrongValue } from '@quittance/fields';
import { aField } from '@quittance/fields/testing';
import { DomainError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { sentFields } from './sent-fields.js';

const to = (customer: 'none' | 'read' | 'write') => ({
  portals: { customer, partner: 'write', vendor: 'none' } as const,
});
const fields = [
  aField('gate__c', 'text', {}, { ...to('write'), required: true }),
  aField('budget__c', 'currency', {}, to('write')),
  aField('due__c', 'date', {}, to('write')),
  aField('seen__c', 'datetime', {}, to('write')),
  aField('built__c', 'date', { min: '1900-01-01' }, to('write')),
  aField('hue__c', 'text', {}, to('read')),
  aField('margin__c', 'text', {}, to('none')),
];
const object = {
  fields: new Map(fields.map((field) => [field.name, field])),
} as unknown as CompanyObject;

const ASKED = ['gate__c', 'budget__c', 'due__c', 'seen__c', 'built__c'];

function refused(sent: object, seesPrices = true): unknown {
  try {
    return sentFields(object, 'customer', seesPrices, sent as never);
  } catch (error) {
    const { code, options } = error as DomainError;
    return [code, ...(options.errors ?? []).map((each) => [each.pointer, each.code])];
  }
}

it('takes what is opened to be written, and asks for that alone', () => {
  const custom = { gate__c: 'North', budget__c: '5' };
  expect(refused(custom)).toEqual({ custom, asked: new Set(ASKED) });
  expect(refused({}, false)).toEqual({
    custom: {},
    asked: new Set(ASKED.filter((name) => name !== 'budget__c')),
  });
});

it.each([
  ['what is not opened, as what is not there', { margin__c: 'x', 'a/b__c': 1 }, true],
  ['money of whom sees no prices', { budget__c: '5' }, false],
])('knows nothing of %s', (_, sent, seesPrices) => {
  const told = Object.keys(sent).map((name) => [`/${name.replace('/', '~1')}`, 'unknown_field']);
  expect(refused(sent, seesPrices)).toEqual(['malformed_request', ...told]);
});

it('refuses what is shown alone', () => {
  expect(refused({ hue__c: 'r' })).toEqual(['validation_failed', ['/hue__c', 'read_only']]);
});

it.each([
  ['due__c', '1999-12-31', 'min'],
  ['due__c', '2000-01-01', undefined],
  ['due__c', '2199-12-31', undefined],
  ['due__c', '9999-12-31', 'max'],
  ['seen__c', '1999-12-31T23:59:59Z', 'min'],
  ['seen__c', '2199-12-31T23:59:59.999Z', undefined],
  ['seen__c', '2199-12-31T23:59:59-01:00', 'max'],
  ['built__c', '1899-12-31', undefined],
  ['built__c', '2200-01-01', 'max'],
  ['gate__c', '9999-12-31', undefined],
  ['due__c', 'never', undefined],
])('has days that are lived: %s of %s is wrong by %s', (name, value, code) => {
  const { custom } = sentFields(object, 'customer', true, { [name]: value });
  const found = custom[name];
  expect(found instanceof WrongValue ? found.fault.code : found).toBe(code ?? value);
});

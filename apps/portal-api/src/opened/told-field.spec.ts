import { aField } from '@quittance/fields/testing';
import type { Field } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';
import { openedMasters, toldFields } from './told-field.js';

const portals = { customer: 'write', partner: 'none', vendor: 'none' } as const;
const TO = { portal: 'customer', seesPrices: true, isListed: true, isSent: true } as const;
const masters = (type: string) => [{ code: type, label: 'One', colour: null, active: true }];

const object = (...fields: readonly Field[]) =>
  ({
    fields: new Map(fields.map((field) => [field.name, field])),
    model: { terms: { baseCurrency: 'EUR' } },
  }) as unknown as CompanyObject;

it('tells how a field is drawn, and nothing of how it is kept', () => {
  const options = [{ code: 'r', label: 'Red', active: false }];
  const [hue, sum] = toldFields(
    object(
      aField('hue__c', 'picklist', { options }, { portals, required: true, default: 'r' }),
      aField('sum__c', 'currency', { scale: 2, formula: '1', target: 'deal' }, { portals }),
    ),
    { ...TO, masters },
  );
  expect(hue).toMatchObject({
    type: 'picklist',
    access: 'write',
    required: true,
    default: 'r',
    choices: [{ code: 'r', label: 'Red', colour: null, active: false }],
    settings: {},
  });
  expect(sum?.settings).toEqual({ scale: 2, currency: 'EUR' });
  for (const name of ['storage', 'portals', 'personal']) expect(hue).not.toHaveProperty(name);
});

it('is read alone where the portal makes no such record, and asks for nothing there', () => {
  const field = aField('hue__c', 'text', {}, { portals, required: true, default: 'r' });
  const [told] = toldFields(object(field), { ...TO, isSent: false, isListed: false, masters });
  const asked = { access: 'read', required: false, default: null };
  expect(told).toMatchObject({ ...asked, filterable: false, sortable: false });
});

it('has the entries of a master for choices, and of a choice no more than who it goes by', () => {
  const dependsOn = { field: 'kind__c', allowed: { a: ['x'] } };
  const of = object(
    aField('state__c', 'picklist', { master: 'state', dependsOn }, { portals }),
    aField('kind__c', 'picklist', { options: [] }),
  );
  expect(openedMasters(of, 'customer', true)).toEqual(['state']);
  const [told] = toldFields(of, { ...TO, masters });
  expect(told).toMatchObject({ choices: masters('state'), settings: {} });
});

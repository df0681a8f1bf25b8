import type { FieldRights } from '@quittance/lists';
import type { Permissions } from '@quittance/kernel';
import type { Field } from '@quittance/fields';
import { anObject } from '../testing/an-object.js';
import type { CompanyModel, CompanyObject } from '../catalogue/object.js';
import { fieldsKept } from './hidden-fields.js';

const field = (name: string, type: Field['type'], settings: Field['settings'] = {}) =>
  ({ name, type, settings, storage: { kind: 'column', column: name } }) as Field;

const formula = (name: string, text: string) => field(name, 'formula', { formula: text });

const account = {
  ...anObject(field('name', 'text'), field('limit', 'currency'), formula('twice', 'limit * 2')),
  name: 'account',
  resource: 'accounts',
};
const deal = {
  ...anObject(
    field('accountId', 'lookup', { target: 'account' }),
    field('amount', 'currency'),
    formula('share', 'amount / account.twice'),
    formula('label', 'account.name'),
  ),
  name: 'deal',
  resource: 'deals',
};
const objects = new Map([account, deal].map((each) => [each.name, each as CompanyObject]));
const model = { objects } as unknown as CompanyModel;

const keeping = (resource: string, name: string): Permissions => {
  const rights: FieldRights = { hidden: new Set([name]), unwritten: new Set([name]) };
  return {
    all: false,
    can: () => true,
    granted: () => false,
    scope: () => 'all',
    fieldBound: [resource],
    fields: (asked) => (asked === resource ? rights : undefined),
  };
};

it('hides what is made of a hidden field, through formulas and lookups', () => {
  const closed = fieldsKept.closed(model, keeping('accounts', 'limit'));
  expect([...(closed.get('accounts')?.hidden ?? [])]).toEqual(['limit', 'twice']);
  expect([...(closed.get('deals')?.hidden ?? [])]).toEqual(['share']);
});

it('leaves what is made of others', () => {
  const closed = fieldsKept.closed(model, keeping('deals', 'amount'));
  expect([...(closed.get('deals')?.hidden ?? [])]).toEqual(['amount', 'share']);
  expect(closed.get('accounts')).toBeUndefined();
});

it('hides it under the names that it has beside other records', () => {
  const closed = fieldsKept.closed(model, keeping('accounts', 'name'));
  expect([...(closed.get(fieldsKept.everywhere)?.hidden ?? [])]).toContain('accountName');
  expect([...(closed.get(fieldsKept.everywhere)?.hidden ?? [])]).toContain('customerName');
  expect([...(closed.get(fieldsKept.everywhere)?.hidden ?? [])]).toContain('partyName');
  expect([...(closed.get('ledger-accounts')?.hidden ?? [])]).toEqual(['name']);
});

it.each(['invoices', 'quotes', 'sales-orders'])(
  'hides the name by which %s are found with whom they are made out to',
  (resource) => {
    const closed = fieldsKept.closed(model, keeping(resource, 'billTo'));
    expect([...(closed.get(resource)?.hidden ?? [])]).toEqual(['billTo', 'billToName']);
  },
);

const TOLD = 'requested documentAmount shortfall riskScore riskInputs overLimitNow'.split(' ');

it.each([
  ['what a document asks for', 'quotes', 'total', TOLD],
  ['what an order asks for', 'sales-orders', 'value', TOLD],
  ['the limit', 'ledger-accounts', 'creditLimit', ['creditLimit', 'available', 'riskScore']],
  ['what is owed', 'invoices', 'balance', ['exposure', 'exposureNow', 'available']],
])('hides in credit checks %s', (_, resource, name, told) => {
  const closed = fieldsKept.closed(model, keeping(resource, name)).get('credit-checks');
  expect([...(closed?.hidden ?? [])]).toEqual(expect.arrayContaining(told));
});

it.each([
  ['quotes', 'total', 'quotes', 'approval'],
  ['quotes', 'unitPrice', 'quotes', 'approval'],
  ['quotes', 'total', 'portal-users', 'total'],
  ['sales-orders', 'net', 'portal-users', 'total'],
  ['subscriptions', 'discountPercent', 'portal-users', 'total'],
])('hides with %s.%s what others tell of it: %s.%s', (resource, name, by, told) => {
  const closed = fieldsKept.closed(model, keeping(resource, name));
  expect([...(closed.get(by)?.hidden ?? [])]).toContain(told);
  expect(fieldsKept.closed(model, keeping(resource, 'poNumber')).get('portal-users')).toBe(
    undefined,
  );
});

it('shows an object without them', () => {
  const shown = fieldsKept.object(keeping('deals', 'amount'), deal);
  expect([...shown.fields.keys()]).toEqual(['accountId', 'share', 'label']);
});

import { newId, type Permissions } from '@quittance/kernel';
import { rightsBeyond } from '../roles/beyond-own.js';
import type { RoleRights } from '../roles/role.js';
import { readRights } from '../roles/role.js';
import {
  closedBy,
  describePermissions,
  narrowedResource,
  unitePermissions,
} from './permissions.js';

const role = (rights: Partial<RoleRights>): RoleRights => ({
  id: newId<'role'>(),
  version: 1,
  builtIn: false,
  matrix: {},
  scopes: {},
  grants: [],
  ...rights,
});

const looks = { deals: ['view'] } as const;
const changes = { deals: ['view', 'update'] } as const;
const hidesAmount = { deals: { amount: 'hidden' } } as const;
const keepsAmount = { deals: { amount: 'read_only' } } as const;

/** `amount: hidden, unwritten` of somebody with these roles. */
function said(...roles: Partial<RoleRights>[]): string {
  const fields = unitePermissions(roles.map(role)).fields?.('deals');
  const is = [
    fields?.hidden.has('amount') ? ['hidden'] : [],
    fields?.unwritten.has('amount') ? ['unwritten'] : [],
  ];
  return is.flat().join(', ');
}

describe('fields that roles keep', () => {
  test.each<[string, Partial<RoleRights>[], string]>([
    ['hidden by the only role', [{ matrix: changes, fields: hidesAmount }], 'hidden, unwritten'],
    ['read only by the only role', [{ matrix: changes, fields: keepsAmount }], 'unwritten'],
    [
      'shown by another that looks',
      [{ matrix: changes, fields: hidesAmount }, { matrix: looks }],
      'unwritten',
    ],
    [
      'written by another that writes',
      [{ matrix: looks, fields: keepsAmount }, { matrix: changes }],
      '',
    ],
    [
      'hidden by a role beside one without rights there',
      [{ matrix: changes, fields: hidesAmount }, {}],
      'hidden, unwritten',
    ],
    [
      'hidden by the role of one that holds no deals',
      [{ fields: hidesAmount }],
      'hidden, unwritten',
    ],
  ])('are %s', (_, roles, expected) => {
    expect(said(...roles)).toBe(expected);
  });

  test('are those of the same records under another name', () => {
    const permissions = unitePermissions([
      role({ matrix: { ...looks, forecast: ['view'] }, fields: hidesAmount }),
    ]);
    expect(permissions.fields?.('forecast')?.hidden.has('amount')).toBe(true);
  });

  test.each(['opportunities', 'forecast'])('are those of %s, also what is made of them', (name) => {
    const own = unitePermissions([role({ matrix: looks, fields: hidesAmount })]);
    const share = { hidden: new Set(['share']), unwritten: new Set(['share']) };
    const closed = closedBy(own, () => new Map([['deals', share]]));
    expect(closed.fields?.(name)?.hidden.has('share')).toBe(true);
    expect(closed.fieldBound).toContain(name);
  });

  test('are told with the permissions', () => {
    const permissions = unitePermissions([role({ matrix: changes, fields: keepsAmount })]);
    expect(describePermissions(permissions).fields?.deals).toEqual({ amount: 'read_only' });
  });

  test('leave nobody with everything', () => {
    const permissions = unitePermissions([role({ matrix: looks, fields: hidesAmount })]);
    expect(narrowedResource(permissions)).toBe('deals');
  });

  test('are given to nobody by whom they are kept from', () => {
    const own = unitePermissions([role({ matrix: changes, fields: hidesAmount })]);
    const given = (fields: RoleRights['fields']) =>
      rightsBeyond(own, { matrix: changes, ...(fields && { fields }) }).map(({ field }) => field);
    expect(given(undefined)).toEqual(['amount']);
    expect(given(keepsAmount)).toEqual(['amount']);
    expect(given(hidesAmount)).toEqual([]);
    expect(rightsBeyond(own, { matrix: changes }, { known: { matrix: changes } })).toEqual([]);
  });
});

test('what is made of hidden fields is given by no role that hides these', () => {
  // As formulas are closed: `share` is made of `amount`.
  const closing = (each: Permissions) => {
    const named = [...(each.fields?.('deals')?.hidden ?? [])];
    const hidden = new Set(named.includes('amount') ? [...named, 'share'] : named);
    return new Map([['deals', { hidden, unwritten: hidden }]]);
  };
  const own = closedBy(unitePermissions([role({ matrix: changes, fields: hidesAmount })]), closing);
  const given = (fields?: RoleRights['fields']) =>
    rightsBeyond(own, { matrix: changes, ...(fields && { fields }) }).map(({ field }) => field);
  expect(given(hidesAmount)).toEqual([]);
  expect(given(keepsAmount)).toEqual(['amount', 'share']);
  expect(given({ deals: { share: 'hidden' } })).toEqual(['amount']);
});

describe('the fields of a role', () => {
  test.each([
    [{ nothing: { amount: 'hidden' } }, 'unknown_resource'],
    [{ deals: ['amount'] }, 'type'],
    [{ deals: { amount: 'gone' } }, 'enum'],
    [{ deals: { 'a.b': 'hidden' } }, 'unknown_field'],
    [{ deals: { id: 'hidden' } }, 'field_needed'],
    [{ deals: { version: 'hidden' } }, 'field_needed'],
  ])('refuses %j with %s', (fields, code) => {
    expect(readRights({ fields }).errors.map((each) => each.code)).toEqual([code]);
  });
});

import { ALL_PERMISSIONS, newId } from '@quittance/kernel';
import type { RoleRights } from '../roles/role.js';
import { comparePermissions } from './compare-permissions.js';
import { unitePermissions } from './permissions.js';

const holding = (...roles: readonly Partial<RoleRights>[]) => {
  const none = { id: newId<'role'>(), version: 1, builtIn: false, matrix: {}, scopes: {} };
  return unitePermissions(roles.map((rights) => ({ ...none, grants: [], ...rights })));
};

test('tells where more or fewer records are reached, custom objects included', () => {
  const before = holding({
    matrix: { deals: ['view'], leads: ['view'], invoices: ['view'] },
    scopes: { deals: 'own' },
  });
  const after = holding({
    matrix: { deals: ['view'], 'objects/ship__c': ['view'] },
    scopes: { deals: 'team', 'objects/ship__c': 'own' },
  });
  expect(comparePermissions(before, after, ['objects/ship__c', 'objects/crew__c']).scopes).toEqual([
    { resource: 'leads', before: 'all', after: 'none' },
    { resource: 'deals', before: 'own', after: 'team' },
    { resource: 'invoices', before: 'all', after: 'none' },
    { resource: 'objects/ship__c', before: 'none', after: 'own' },
  ]);
});

test('tells which grants are gained and lost', () => {
  const [one, two] = [holding({ grants: ['roles'] }), holding({ grants: ['customization'] })];
  expect(comparePermissions(one, two).grants).toEqual({
    gained: ['customization'],
    lost: ['roles'],
  });
  expect(comparePermissions(two, ALL_PERMISSIONS).grants).toEqual({
    gained: ['roles', 'viewAs'],
    lost: [],
  });
});

test('tells of actions that reach other records than are shown', () => {
  const viewer = { matrix: { deals: ['view'] } } as const;
  const seller = {
    matrix: { deals: ['view', 'update', 'delete'] },
    scopes: { deals: 'own' },
  } as const;
  const before = holding(seller);
  expect(comparePermissions(before, holding(seller, viewer)).scopes).toEqual([
    { resource: 'deals', before: 'own', after: 'all' },
    { resource: 'deals', action: 'update', before: 'own', after: 'own' },
    { resource: 'deals', action: 'delete', before: 'own', after: 'own' },
  ]);
  const wider = { ...seller, scopes: { deals: 'team' } } as const;
  expect(comparePermissions(holding(seller, viewer), holding(wider, viewer)).scopes).toEqual([
    { resource: 'deals', action: 'update', before: 'own', after: 'team' },
    { resource: 'deals', action: 'delete', before: 'own', after: 'team' },
  ]);
});

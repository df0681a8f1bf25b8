import { unitePermissions, type RoleRights } from '@quittance/access/host';
import { ALL_PERMISSIONS, newId } from '@quittance/kernel';
import { missingRight } from './missing-right.js';
import type { ResourcePolicy } from './route-policy.js';

const holding = (rights: Partial<RoleRights>) =>
  unitePermissions([
    {
      id: newId<'role'>(),
      version: 1,
      builtIn: false,
      matrix: {},
      scopes: {},
      grants: [],
      ...rights,
    },
  ]);
const nobody = holding({});
const masters: ResourcePolicy = { kind: 'resource', resource: 'masters', actions: ['update'] };

/** The code of the refusal with what it names, or nothing. */
function said(...[permissions, policy, parameters]: Parameters<typeof missingRight>): string {
  const { code, params } = missingRight(permissions, policy, parameters) ?? {};
  return [code, ...Object.values(params ?? {})].filter(Boolean).join(' ');
}

test('a resource is asked for each of its actions, and names the first that is missing', () => {
  const policy: ResourcePolicy = { ...masters, actions: ['export', 'view'] };
  expect(said(nobody, policy, {})).toBe('permission_denied masters export');
  const exporter = holding({ matrix: { masters: ['export'] } });
  expect(said(exporter, policy, {})).toBe('permission_denied masters view');
  expect(said(holding({ matrix: { masters: ['view', 'export'] } }), policy, {})).toBe('');
});

test('a resource that a parameter names is that of the request', () => {
  const policy: ResourcePolicy = {
    kind: 'resource',
    resource: 'objects/:apiName',
    actions: ['view'],
  };
  const ships = holding({ matrix: { 'objects/ship__c': ['view'] } });
  expect(said(ships, policy, { apiName: 'ship__c' })).toBe('');
  const refused = 'permission_denied objects/crew__c view';
  expect(said(ships, policy, { apiName: 'crew__c' })).toBe(refused);
  expect(said(ships, policy, {})).toBe('permission_denied objects/ view');
  expect(said(ships, policy, { apiName: ':apiName' })).toBe(
    'permission_denied objects/:apiName view',
  );
});

test('another resource may be asked beside the actions', () => {
  const policy = { ...masters, beside: { resource: 'documents', action: 'create' } };
  expect(said(nobody, policy, {})).toBe('permission_denied masters update');
  const updates = holding({ matrix: { masters: ['update'] } });
  expect(said(updates, policy, {})).toBe('permission_denied documents create');
  const both = holding({ matrix: { masters: ['update'], documents: ['create'] } });
  expect(said(both, policy, {})).toBe('');
});

test('a grant may do instead of the actions', () => {
  const policy = { ...masters, orGrant: 'customization' };
  expect(said(nobody, policy, {})).toBe('permission_denied masters update');
  expect(said(holding({ grants: ['roles'] }), policy, {})).toBe('permission_denied masters update');
  expect(said(holding({ grants: ['customization'] }), policy, {})).toBe('');
  expect(said(holding({ matrix: { masters: ['update'] } }), policy, {})).toBe('');
});

test('a grant may be needed beside the actions, and so may the Admin role', () => {
  const updates = holding({ matrix: { masters: ['update'] } });
  const both = { ...masters, andGrant: 'roles' };
  expect(said(updates, both, {})).toBe('grant_required roles');
  expect(said(holding({ grants: ['roles'] }), both, {})).toBe('permission_denied masters update');
  const admins = { ...masters, administrators: 'make API keys' };
  expect(said(updates, admins, {})).toBe('administrator_required make API keys');
  expect(said(ALL_PERMISSIONS, admins, {})).toBe('');
});

test('a route may need a grant alone, or nothing', () => {
  const policy = { kind: 'grant', grant: 'roles' } as const;
  expect(said(nobody, policy, {})).toBe('permission_denied roles grant');
  expect(said(holding({ grants: ['roles'] }), policy, {})).toBe('');
  expect(said(nobody, { kind: 'signed-in' }, {})).toBe('');
});

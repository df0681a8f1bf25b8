import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { ACTIONS, GRANTS, RESOURCES, SCOPES } from '../catalogue/resources.js';
import type { RoleRights } from '../roles/role.js';
import { actingBy, describePermissions, unitePermissions } from './permissions.js';

const resource = fc.constantFrom(...RESOURCES.slice(0, 4));
const aRole: fc.Arbitrary<RoleRights> = fc.record({
  id: fc.constant(newId<'role'>()),
  version: fc.constant(1),
  builtIn: fc.constant(false),
  matrix: fc.dictionary(resource, fc.uniqueArray(fc.constantFrom(...ACTIONS))),
  scopes: fc.dictionary(resource, fc.constantFrom(...SCOPES)),
  grants: fc.uniqueArray(fc.constantFrom(...GRANTS)),
});

const role = (rights: Partial<RoleRights>): RoleRights => ({
  id: newId<'role'>(),
  version: 1,
  builtIn: false,
  matrix: {},
  scopes: {},
  grants: [],
  ...rights,
});

describe('unitePermissions', () => {
  it('allows exactly what one of the roles allows', () => {
    fc.assert(
      fc.property(
        fc.array(aRole, { maxLength: 4 }),
        resource,
        fc.constantFrom(...ACTIONS),
        (roles, name, action) => {
          const expected = roles.some(({ matrix }) => matrix[name]?.includes(action));
          expect(unitePermissions(roles).can(name, action)).toBe(expected);
        },
      ),
    );
  });

  it('is the same in any order and when a role comes twice', () => {
    fc.assert(
      fc.property(fc.array(aRole, { maxLength: 4 }), (roles) => {
        const once = describePermissions(unitePermissions(roles));
        const again = [...roles, ...roles].reverse();
        expect(describePermissions(unitePermissions(again))).toEqual(once);
      }),
    );
  });

  it('never takes a right away by adding a role', () => {
    fc.assert(
      fc.property(fc.array(aRole, { maxLength: 3 }), aRole, resource, (roles, more, name) => {
        const before = unitePermissions(roles);
        const after = unitePermissions([...roles, more]);
        const lost = ACTIONS.filter(
          (action) => before.can(name, action) && !after.can(name, action),
        );
        expect(lost).toEqual([]);
      }),
    );
  });

  it('reaches as far as the widest role that holds anything on the resource', () => {
    const own = role({ matrix: { deals: ['view'] }, scopes: { deals: 'own' } });
    const team = role({ matrix: { deals: ['update'] }, scopes: { deals: 'team' } });
    const silent = role({ scopes: { deals: 'all' } });
    expect(unitePermissions([own, silent]).scope('deals')).toBe('own');
    expect(unitePermissions([own, team]).scope('deals')).toBe('team');
    expect(unitePermissions([own, role({ matrix: { deals: ['view'] } })]).scope('deals')).toBe(
      'all',
    );
    expect(unitePermissions([own]).scope('leads')).toBe('own');
  });

  it('reaches for an action as far as the widest role that holds it, and as is shown', () => {
    const viewer = role({ matrix: { deals: ['view'], leads: ['view'] } });
    const seller = role({ matrix: { deals: ['view', 'update'] }, scopes: { deals: 'own' } });
    const writer = role({ matrix: { deals: ['delete'] } });
    const united = unitePermissions([viewer, seller]);
    const reach = (roles: RoleRights[], action: string) =>
      actingBy(unitePermissions(roles), 'deals', [action]).scope('deals');
    expect(reach([viewer, seller], 'view')).toBe('all');
    expect(reach([viewer, seller], 'update')).toBe('own');
    expect(reach([seller, writer], 'delete')).toBe('own');
    expect(reach([writer], 'delete')).toBe('all');
    const acting = actingBy(united, 'deals', ['update']);
    expect([acting.scope('deals', 'view'), acting.scope('leads')]).toEqual(['all', 'all']);
    expect(actingBy(acting, 'deals', ['view']).scope('deals')).toBe('all');
    expect(describePermissions(united)).toMatchObject({
      scopes: { deals: 'all', leads: 'all' },
      narrower: { deals: { update: 'own' } },
    });
  });

  it('lets the built-in role pass the matrix by', () => {
    const admin = unitePermissions([role({ builtIn: true })]);
    expect([admin.all, admin.can('invoices', 'delete'), admin.granted('roles')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'knows no resource called %s',
    (name) => {
      const permissions = unitePermissions([role({ matrix: { deals: ['view'] } })]);
      expect(permissions.can(name, 'view')).toBe(false);
      expect(permissions.scope(name)).toBe('own');
    },
  );
});

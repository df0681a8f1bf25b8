import { ALL_PERMISSIONS, type Permissions } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { unitePermissions } from '../actors/permissions.js';
import { beyondErrors, ownReach, rightsBeyond, type MatrixRights } from './beyond-own.js';
import type { RoleId, RoleRights } from './role.js';

const role = (rights: MatrixRights): RoleRights => ({
  id: '' as RoleId,
  version: 1,
  builtIn: false,
  matrix: {},
  scopes: {},
  grants: [],
  ...rights,
});
const holding = (...rights: MatrixRights[]): Permissions => unitePermissions(rights.map(role));
const said = (own: Permissions, given: MatrixRights, known?: MatrixRights) =>
  rightsBeyond(own, given, known && { known }).map(
    ({ resource, action, scope, own: mine }) => `${resource} ${action} ${scope} ${mine}`,
  );

describe('what one may not give', () => {
  const seller = holding({ matrix: { deals: ['view', 'update'] }, scopes: { deals: 'team' } });

  test.each<[string, Permissions, MatrixRights, MatrixRights | undefined, string[]]>([
    [
      'is nothing for an administrator',
      ALL_PERMISSIONS,
      { matrix: { invoices: ['approve'] } },
      undefined,
      [],
    ],
    [
      'is an action that one lacks',
      seller,
      { matrix: { deals: ['view', 'delete'] }, scopes: { deals: 'team' } },
      undefined,
      ['deals delete team none'],
    ],
    [
      'is a resource that one lacks',
      seller,
      { matrix: { invoices: ['view'] } },
      undefined,
      ['invoices view all none'],
    ],
    [
      'is a wider scope than the own one',
      seller,
      { matrix: { deals: ['view'] } },
      undefined,
      ['deals view all team'],
    ],
    [
      'is no narrower scope',
      seller,
      { matrix: { deals: ['view', 'update'] }, scopes: { deals: 'own' } },
      undefined,
      [],
    ],
    [
      'is nothing that the role holds already',
      seller,
      { matrix: { invoices: ['view'], deals: ['view'] }, scopes: { deals: 'own' } },
      { matrix: { invoices: ['view', 'delete'] } },
      [],
    ],
    [
      'is a scope that is widened, though the action was there',
      seller,
      { matrix: { leads: ['view'] }, scopes: { leads: 'team' } },
      { matrix: { leads: ['view'] }, scopes: { leads: 'own' } },
      ['leads view team none'],
    ],
    [
      'is a scope that is left out, which means all',
      seller,
      { matrix: { deals: ['view'] } },
      { matrix: { deals: ['view'] }, scopes: { deals: 'own' } },
      ['deals view all team'],
    ],
    [
      'is a scope that one has for another action only',
      holding(
        { matrix: { deals: ['view'] } },
        { matrix: { deals: ['update'] }, scopes: { deals: 'own' } },
      ),
      { matrix: { deals: ['view', 'update'] } },
      undefined,
      ['deals update all own'],
    ],
    [
      'is a change to records that one is not shown',
      holding(
        { matrix: { deals: ['view'] }, scopes: { deals: 'own' } },
        { matrix: { deals: ['update'] } },
      ),
      { matrix: { deals: ['update'] } },
      undefined,
      ['deals update all own'],
    ],
    [
      'is a row of a custom object that one lacks, whatever its name',
      seller,
      { matrix: { 'objects/constructor': ['view'] } },
      {},
      ['objects/constructor view all none'],
    ],
  ])('%s', (_, own, given, known, expected) => {
    expect(said(own, given, known)).toEqual(expected);
  });

  test('is told by the place in the body of the role', () => {
    const given = { matrix: { 'objects/a__c': ['view' as const], deals: ['view' as const] } };
    expect(beyondErrors(rightsBeyond(seller, given)).map(({ pointer }) => pointer)).toEqual([
      '/matrix/objects~1a__c',
      '/scopes/deals',
    ]);
  });
});

describe('somebody who manages roles and is no administrator', () => {
  const RESOURCES = ['deals', 'invoices', 'leads'];
  const ACTIONS = ['view', 'update', 'approve'] as const;
  const SCOPES = ['own', 'team', 'all'] as const;
  const WIDTH = { none: -1, own: 0, team: 1, all: 2 };

  const rights: fc.Arbitrary<MatrixRights> = fc.record({
    matrix: fc.dictionary(fc.constantFrom(...RESOURCES), fc.subarray([...ACTIONS])),
    scopes: fc.dictionary(fc.constantFrom(...RESOURCES), fc.constantFrom(...SCOPES)),
  });
  const which = fc.nat({ max: 7 });
  const step = fc.oneof(
    fc.record({ what: fc.constant('create' as const), rights }),
    fc.record({ what: fc.constant('change' as const), role: which, rights }),
    fc.record({ what: fc.constant('clone' as const), role: which }),
    fc.record({ what: fc.constant('give' as const), role: which, toSelf: fc.boolean() }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  /** Roles, and who holds which of them; what is refused leaves them as they are. */
  class Company {
    constructor(
      private readonly roles: MatrixRights[],
      private readonly held: { self: Set<number>; other: Set<number> },
    ) {}

    of(who: 'self' | 'other'): Permissions {
      return holding(...[...this.held[who]].flatMap((i) => this.roles[i] ?? []));
    }

    take(step: Step): void {
      const own = this.of('self');
      const at = 'role' in step ? step.role % this.roles.length : -1;
      const role = this.roles[at] ?? {};
      const may = (given: MatrixRights, known?: MatrixRights) =>
        said(own, given, known).length === 0;
      if (step.what === 'create' && may(step.rights)) this.roles.push(step.rights);
      if (step.what === 'clone' && may(role)) this.roles.push(role);
      if (step.what === 'give' && may(role)) this.held[step.toSelf ? 'self' : 'other'].add(at);
      if (step.what === 'change' && !this.held.self.has(at) && may(step.rights, role))
        this.roles[at] = step.rights;
    }
  }

  const reaches = (of: Permissions) =>
    RESOURCES.flatMap((resource) =>
      ACTIONS.map((action) => ({
        shown: WIDTH[ownReach(of, resource, action)],
        stored: of.can(resource, action) ? WIDTH[of.scope(resource, action)] : WIDTH.none,
      })),
    );

  test('comes to no right that they did not have, nor does anybody to one beyond theirs', () => {
    fc.assert(
      fc.property(
        fc.array(rights, { minLength: 3, maxLength: 6 }),
        fc.array(step, { maxLength: 25 }),
        (roles, steps) => {
          const company = new Company([...roles], { self: new Set([0]), other: new Set([1]) });
          const [self, other] = [reaches(company.of('self')), reaches(company.of('other'))];
          for (const each of steps) company.take(each);
          for (const [i, now] of reaches(company.of('self')).entries()) {
            expect(now.shown).toBeLessThanOrEqual(self[i]?.shown ?? WIDTH.none);
          }
          for (const [i, now] of reaches(company.of('other')).entries()) {
            const most = Math.max(self[i]?.shown ?? WIDTH.none, other[i]?.stored ?? WIDTH.none);
            expect(now.stored).toBeLessThanOrEqual(most);
          }
        },
      ),
      { seed: 20_260_302, numRuns: runs(500) },
    );
  });
});

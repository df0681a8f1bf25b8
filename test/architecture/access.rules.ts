import ts from 'typescript';
import { decorators, violations, appSources } from './sources';

/** No route is open by omission. */
export function accessRules(): void {
  describe('access', () => {
    // `routes.guard` is the resource of an object, or of custom ones by the path.
    const MARKS = [
      'Resource',
      'ResourceOf',
      'NeedsGrant',
      'SignedInOnly',
      'Public',
      'PortalRoute',
      'routes.guard',
    ];
    const ROUTES = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All'];

    test('the customer’s portal reads and writes by its one door', () => {
      const inside = appSources.filter(
        ({ path }) =>
          path.startsWith('apps/portal-api/src/customer/') &&
          !path.endsWith('/customer-records.ts'),
      );
      expect(inside.length).toBeGreaterThan(10);
      const DOORS = /\b(Database|Lists|withinReach|resolveScope|ownScope|listWithinReach)\b/;
      const bad = inside.filter(({ text }) => DOORS.test(text.replace(/\/\*\*[^]*?\*\//g, '')));
      expect(bad.map(({ path }) => path)).toEqual([]);
    });

    test('every controller says who may call it', () => {
      const bad = violations(appSources, (node) => {
        if (!ts.isClassDeclaration(node) || !decorators(node).includes('Controller')) {
          return undefined;
        }
        const marked = (of: ts.Node) => decorators(of).some((name) => MARKS.includes(name));
        if (marked(node)) return undefined;
        const open = node.members.filter(
          (member) => decorators(member).some((name) => ROUTES.includes(name)) && !marked(member),
        );
        return open.length === 0 ? undefined : `${node.name?.text} states no resource`;
      });
      expect(bad).toEqual([]);
    });
  });
}

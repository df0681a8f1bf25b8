import 'reflect-metadata';
import { ApiOperation } from '@nestjs/swagger';
import { unitePermissions, type RoleRights } from '@quittance/access/host';
import { ALL_PERMISSIONS, newId } from '@quittance/kernel';
import { LIST_MARK } from '../docs/marks.js';
import { AndGrant, NeedsGrant, Public, Resource, ResourceOf, SignedInOnly } from './marks.js';
import { routeChanges } from './route-changes.js';
import { policyOf, type RouteHandler, type RoutePolicy } from './route-policy.js';

const Listed: MethodDecorator = (_target, _name, { value }) =>
  Reflect.defineMetadata(LIST_MARK, { fields: {} }, value as object);

@Resource('deals')
class Deals {
  @Listed @ApiOperation({ summary: 'List deals' }) list(): void {}
  @ApiOperation({ summary: 'Make a deal' }) create(): void {}
  @AndGrant('roles') update(): void {}
  @NeedsGrant('customization') shape(): void {}
  @Public() open(): void {}
  @SignedInOnly() @Listed anybody(): void {}
}

@ResourceOf('apiName', 'objects/')
class Custom {
  find(): void {}
}

type Controller = new () => object;

const route = (controller: Controller, name: string, method: string, path: string) => {
  const handler = (controller.prototype as Record<string, RouteHandler>)[name] as RouteHandler;
  const policy = policyOf(controller, handler, method, path) as RoutePolicy;
  return { method, path, controller, handler, policy };
};

const ROUTES = [
  route(Deals, 'update', 'PATCH', '/deals/:id'),
  route(Deals, 'list', 'GET', '/deals'),
  route(Deals, 'create', 'POST', '/deals'),
  route(Deals, 'shape', 'PUT', '/deals/shape'),
  route(Deals, 'open', 'GET', '/deals/open'),
  route(Deals, 'anybody', 'GET', '/deals/names'),
  route(Custom, 'find', 'GET', '/objects/:apiName/:id'),
];

const nobody = unitePermissions([]);
const holding = (rights: Partial<RoleRights>) => {
  const none = { id: newId<'role'>(), version: 1, builtIn: false, matrix: {}, scopes: {} };
  return unitePermissions([{ ...none, grants: [], ...rights }]);
};
const CUSTOM = ['objects/ship__c', 'objects/crew__c'];
const named = (routes: readonly { method: string; path: string; download: boolean }[]) =>
  routes.map(({ method, path, download }) => `${method} ${path}${download ? ' as a file' : ''}`);

test('names what is gained in full, in the order of the paths', () => {
  const after = holding({ matrix: { deals: ['view', 'export'] } });
  const { gained, lost, kept } = routeChanges(ROUTES, [], { before: nobody, after });
  expect(gained).toEqual([
    {
      method: 'GET',
      path: '/deals',
      summary: 'List deals',
      download: false,
      resource: 'deals',
      needs: 'Needs the right to `view` on `deals`.',
    },
    {
      method: 'GET',
      path: '/deals',
      summary: 'List deals',
      download: true,
      resource: 'deals',
      needs: 'Needs the right to `view` and `export` on `deals`.',
    },
    {
      method: 'GET',
      path: '/deals/names',
      summary: '',
      download: true,
      resource: 'deals',
      needs: 'Needs the right to `export` on `deals`.',
    },
  ]);
  expect([lost, kept]).toEqual([[], 0]);
});

test('loses the other way round what it gained, and keeps what both may call', () => {
  const [less, more] = [
    holding({ matrix: { deals: ['view'] } }),
    holding({ matrix: { deals: ['view', 'create'] } }),
  ];
  const up = routeChanges(ROUTES, CUSTOM, { before: less, after: more });
  const down = routeChanges(ROUTES, CUSTOM, { before: more, after: less });
  expect([named(up.gained), up.lost, up.kept]).toEqual([['POST /deals'], [], 1]);
  expect([down.gained, named(down.lost), down.kept]).toEqual([[], ['POST /deals'], 1]);
});

test('counts a grant that is needed beside the action', () => {
  const before = holding({ matrix: { deals: ['update'] } });
  const after = holding({ matrix: { deals: ['update'] }, grants: ['roles', 'customization'] });
  const { gained } = routeChanges(ROUTES, [], { before, after });
  expect(named(gained)).toEqual(['PATCH /deals/:id', 'PUT /deals/shape']);
  expect(gained.map(({ needs, resource }) => [needs, resource])).toEqual([
    ['Needs the right to `update` on `deals`, and the grant `roles`.', 'deals'],
    ['Needs the grant `customization`.', null],
  ]);
});

test('names the routes of each custom object by itself', () => {
  const after = holding({ matrix: { 'objects/crew__c': ['view'] } });
  const { gained } = routeChanges(ROUTES, CUSTOM, { before: nobody, after });
  expect(gained).toMatchObject([{ path: '/objects/crew__c/:id', resource: 'objects/crew__c' }]);
});

test('an administrator may call every guarded route, and nobody gains an open one', () => {
  const { gained } = routeChanges(ROUTES, CUSTOM, { before: nobody, after: ALL_PERMISSIONS });
  expect(named(gained)).toEqual([
    'GET /deals',
    'GET /deals as a file',
    'POST /deals',
    'PATCH /deals/:id',
    'GET /deals/names as a file',
    'PUT /deals/shape',
    'GET /objects/crew__c/:id',
    'GET /objects/ship__c/:id',
  ]);
});

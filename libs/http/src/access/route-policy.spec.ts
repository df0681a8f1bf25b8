import 'reflect-metadata';
import { AlsoResource, Asks, Public, Resource, SignedInOnly } from './marks.js';
import { policyOf, type RouteHandler } from './route-policy.js';

@Resource('quotes')
class Guarded {
  plain(): void {}
  @Asks('clone') clone(): void {}
  @Public() open(): void {}
  @SignedInOnly() anybody(): void {}
  @Resource('invoices') other(): void {}
}

class Silent {
  plain(): void {}
  @Resource('quotes') guarded(): void {}
}

@SignedInOnly()
class Anybody {
  plain(): void {}
  @Resource('quotes') guarded(): void {}
}

const policy = (controller: new () => object, name: string, method = 'POST', path = '/quotes') =>
  policyOf(
    controller,
    (controller.prototype as Record<string, RouteHandler>)[name] as RouteHandler,
    method,
    path,
  );

test('a resource is asked for the action that follows from the request', () => {
  expect(policy(Guarded, 'plain')).toEqual({
    kind: 'resource',
    resource: 'quotes',
    actions: ['create'],
  });
});

@Resource('leads')
@AlsoResource('documents')
class Twice {
  plain(): void {}
}

test('another resource is asked for what the path asks behind its name', () => {
  const asked = (method: string, path: string) => {
    const found = policy(Twice, 'plain', method, path);
    return found?.kind === 'resource' ? [found.actions, found.beside?.action] : [];
  };
  expect(asked('POST', '/leads/:id/documents')).toEqual([['update'], 'create']);
  expect(asked('GET', '/leads/:id/documents/:documentId/file')).toEqual([['view'], 'view']);
  expect(asked('DELETE', '/leads/:id/documents/:documentId')).toEqual([['delete'], 'delete']);
});

test('what an operation asks for itself replaces the derived action, together with view', () => {
  expect(policy(Guarded, 'clone', 'POST', '/quotes/:id/clone')).toEqual({
    kind: 'resource',
    resource: 'quotes',
    actions: ['clone', 'view'],
  });
});

test('a mark of the handler counts before that of its controller', () => {
  expect(policy(Guarded, 'open')).toEqual({ kind: 'public' });
  expect(policy(Guarded, 'anybody')).toEqual({ kind: 'signed-in' });
  expect(policy(Guarded, 'other')).toMatchObject({ resource: 'invoices' });
  expect(policy(Anybody, 'guarded')).toMatchObject({ resource: 'quotes' });
  expect(policy(Anybody, 'plain')).toEqual({ kind: 'signed-in' });
  expect(policy(Silent, 'guarded')).toMatchObject({ resource: 'quotes' });
});

test('a route without any mark has no policy', () => {
  expect(policy(Silent, 'plain')).toBeUndefined();
});

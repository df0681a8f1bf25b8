import type { ExecutionContext } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { traceIdOf } from '../logging/request-log.js';
import { etagOf } from '../versions/etag.js';
import { awaitedBy } from './awaited.js';
import { readIfMatch } from './parameters.js';
import { bearerOf, localeOf, pathOf, requestIdOf } from './request-origin.js';
import { RouteMethods } from './route-methods.js';

test('an id that is fit to be logged is kept, any other replaced', () => {
  expect(requestIdOf('a-1.b:c_d')).toBe('a-1.b:c_d');
  for (const given of [undefined, '', 'a b', 'a\nb', 'x'.repeat(101), ['a', 'b']]) {
    expect(requestIdOf(given)).toMatch(/^[\w-]{12}-[\da-z]+$/);
  }
  expect(requestIdOf(undefined)).not.toBe(requestIdOf(undefined));
});

test('whoever closes the connection waits for no answer, though the request is whole', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => undefined);
  sent.end('all of it');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  await once(incoming.resume(), 'end');
  const demandAwaited = awaitedBy(incoming);
  expect(demandAwaited).not.toThrow();
  sent.destroy();
  await once(incoming.socket, 'close');
  expect(demandAwaited).toThrow('connection was closed');
  server.close();
});

test('the language is the one named first', () => {
  expect(localeOf('de-AT,de;q=0.9,en;q=0.8')).toBe('de-AT');
  expect(localeOf('fr')).toBe('fr');
  for (const header of [undefined, '', '*', '<script>', 'x']) expect(localeOf(header)).toBe('en');
});

test('a credential is what follows Bearer', () => {
  expect(bearerOf('Bearer abc')).toBe('abc');
  expect(bearerOf('bearer  abc ')).toBe('abc');
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b']) {
    expect(bearerOf(header)).toBeUndefined();
  }
});

test('a path is logged without its query', () => {
  expect([pathOf('/a/b?c=d'), pathOf('/a'), pathOf('?x')]).toEqual(['/a/b', '/a', '']);
});

test('the trace of a caller is taken when it is one', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  expect(traceIdOf(`00-${trace}-b7ad6b7169203331-01`)).toBe(trace);
  expect(traceIdOf('00-short-b7ad6b7169203331-01')).toBeUndefined();
  expect(traceIdOf(undefined)).toBeUndefined();
});

test('a tag is the version of the body, when it has one', () => {
  expect(etagOf({ version: 7 })).toBe('"7"');
  for (const body of [{}, { version: '7' }, { version: 1.5 }, null, 'text', undefined]) {
    expect(etagOf(body)).toBeUndefined();
  }
});

test('If-Match names a version, any, or one that is none of ours', () => {
  const host = (header?: string) =>
    ({
      switchToHttp: () => ({ getRequest: () => ({ headers: { 'if-match': header } }) }),
    }) as unknown as ExecutionContext;
  const read = (header?: string) => readIfMatch(undefined, host(header));
  expect([read(), read('*'), read('"3"'), read('W/"3"')]).toEqual([null, null, 3, 3]);
  expect([read('"abc"'), read('3'), read('"1", "2"')]).toEqual([0, 0, 0]);
});

test('the other methods of a path are found by its template', () => {
  const routes = new RouteMethods();
  let add: (route: { url: string; method: string | string[] }) => void = () => undefined;
  routes.watch({ addHook: (_: string, hook: typeof add) => (add = hook) } as never);
  add({ url: '/invoices/:id', method: 'GET' });
  add({ url: '/invoices/:id', method: ['PATCH', 'DELETE'] });
  add({ url: '*', method: 'OPTIONS' });
  expect(routes.besides('POST', '/invoices/17')).toEqual(['DELETE', 'GET', 'PATCH']);
  expect(routes.besides('GET', '/invoices/17')).toEqual([]);
  expect(routes.besides('GET', '/invoices/17/lines')).toEqual([]);
});

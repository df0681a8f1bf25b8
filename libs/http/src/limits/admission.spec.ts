import { defineProblem } from '@quittance/kernel';
import { fastify, type FastifyInstance } from 'fastify';
import type { ApiRequest } from '../requests/api-request.js';
import { Admission, type BoundedWork } from './admission.js';
import { leaveBodiesUnread, readBody } from './read-body.js';

const refusal = defineProblem('busy', 503, 'Busy', 'No place.')({}, { retryAfter: 2 });
const MARK = 'qd_';
/** What has the mark is looked up twenty times in a second, and what is sealed as often as it likes. */
const claimsIn = (text: string) => [
  ...(text.includes(MARK) ? [{ counted: MARK, most: 20 }] : []),
  ...(text.includes('sealed') ? [{ counted: 'sealed', most: 1000 }] : []),
];

/** A host whose route answers the body that it was sent, and how often it was asked. */
async function aHost(work: BoundedWork): Promise<{ server: FastifyInstance; asked: () => number }> {
  const server = fastify();
  const admission = new Admission();
  admission.bound('work', work);
  leaveBodiesUnread(server);
  server.addHook('onRequest', admission.admit);
  let asked = 0;
  server.post('/work', { config: { asksFor: 'work' } }, async (request) => {
    asked += 1;
    await readBody(request as unknown as ApiRequest, () => undefined);
    return request.body;
  });
  server.post('/other', async () => 'served');
  await server.ready();
  return { server, asked: () => asked };
}

const post = (server: FastifyInstance, body: object, headers = {}, url = '/work') =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });

test('while there is a place a body comes to its route as it was sent', async () => {
  const { server } = await aHost({ refusal: () => undefined, claimsIn });
  expect((await post(server, { name: 'Ada' })).json()).toEqual({ name: 'Ada' });
});

test('without a place a route that asks for one is not troubled, and others are', async () => {
  const { server, asked } = await aHost({ refusal: () => refusal, claimsIn });
  for (const body of [{ name: 'Ada' }, {}, { long: 'x'.repeat(5000) + MARK }]) {
    const { statusCode, headers, body: text } = await post(server, body);
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    expect(text).toContain('"code":"busy"');
  }
  expect(asked()).toBe(0);
  expect((await post(server, {}, {}, '/other')).body).toBe('served');
});

test('who may have a place of their own is let through with the whole body', async () => {
  const { server } = await aHost({ refusal: () => refusal, claimsIn });
  const own = { token: `${MARK}abc`, name: 'Ada' };
  expect((await post(server, own)).json()).toEqual(own);
  const { body } = await post(server, { name: 'Ada' }, { cookie: `device=${MARK}abc` });
  expect(JSON.parse(body)).toEqual({ name: 'Ada' });
});

test('what is made up of such a credential is looked at so often and no more', async () => {
  const { server, asked } = await aHost({ refusal: () => refusal, claimsIn });
  const before = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post(server, { token: `${MARK}made-up` })),
  );
  const seconds = Math.ceil((performance.now() - before) / 1000);
  expect(asked()).toBeLessThanOrEqual(20 * seconds);
  expect(answers.filter(({ statusCode }) => statusCode === 503)).toHaveLength(100 - asked());
});

test('what is told from the made-up by itself is let through while that is shut out', async () => {
  const { server } = await aHost({ refusal: () => refusal, claimsIn });
  const madeUp = Array.from({ length: 60 }, () => post(server, { token: `${MARK}made-up` }));
  await Promise.all(madeUp);
  const known = Array.from({ length: 60 }, () => post(server, { token: `${MARK}sealed` }));
  const statuses = (await Promise.all(known)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

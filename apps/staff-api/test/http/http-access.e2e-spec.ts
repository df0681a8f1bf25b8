import { Controller, Get, Module } from '@nestjs/common';
import { DeactivateUser, RevokeApiKey, UpdateRole } from '@quittance/access/host';
import { PortalRoute, RouteTable, SignedInOnly } from '@quittance/http/host';
import { ACCESS_TOKEN_SECONDS, type Audience } from '@quittance/identity/host';
import { AccessTokens } from '@quittance/identity';
import { addSeconds, asId, newId, type Ctx } from '@quittance/kernel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  aMember,
  send,
  startProbeApi,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;

beforeAll(async () => {
  t = await testDatabase();
  api = await startProbeApi(t);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, { invoices: ['view'] });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const me = (token: string | undefined, headers = {}) => send(api, '/probes/me', { token, headers });

function tokenOf(audience: Audience, secret?: string, host: 'staff' | 'portal' = 'staff'): string {
  const { companyId } = ctx;
  const user = {
    id: asId<'user'>(clerk.userId),
    companyId,
    sessionId: clerk.sessionId,
    audience,
  };
  const tokens = secret
    ? new AccessTokens({ host, secret })
    : api.app.get(AccessTokens, { strict: false });
  return tokens.sign(user, t.clock.now());
}

/** What a POST is answered whose body never comes. */
async function headersOnly(url: string, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = ['POST /probes HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return said.toString();
}

describe('somebody who is not signed in', () => {
  const none = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`;
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const secret = 'another secret than that of the probe host';

  test.each([
    ['says nothing', () => undefined],
    ['says something else', () => 'nonsense'],
    ['has a token without a signature', () => none(tokenOf('staff'))],
    ['has a token that needs none', () => none(`${unsigned}.${tokenOf('staff').split('.')[1]}.`)],
    ['has a token of another secret', () => tokenOf('staff', secret)],
    ['has a token of the other host', () => tokenOf('staff', secret, 'portal')],
    ['has a token of a customer', () => tokenOf('customer')],
    ['has a token of a partner', () => tokenOf('partner')],
    ['has a token of 20 kB', () => `${tokenOf('staff')}${'x'.repeat(14_000)}`],
    ['has an API key that is none', () => `qk_${'0'.repeat(75)}`],
    ['has half of an API key', () => clerk.key.slice(0, 40)],
  ])('is refused: %s', async (_, token) => {
    const answer = await me(token());
    expect([answer.status, answer.json.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  const JSON_TYPE = { 'content-type': 'application/json' };
  const MIB = 1024 * 1024;

  test.each<[string, { body?: unknown; headers?: Record<string, string>; method?: string }]>([
    ['that is no JSON', { body: '{"name":' }],
    ['of 1 MiB', { body: { name: 'a'.repeat(MIB) } }],
    ['far above every limit', { body: 'a'.repeat(60 * MIB) }],
    ['in a charset of its own', { body: '{}', headers: { 'content-type': 'text/x; charset=x' } }],
    ['of no type at all', { body: '{}', headers: { 'content-type': 'nonsense' } }],
    ['that is packed', { body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }],
    ['to be patched in', { body: '[', method: 'PATCH', headers: { 'if-match': '"1"' } }],
  ])('is told so before a body %s is looked at', async (_, sent) => {
    const path = sent.method ? `/probes/${newId()}` : '/probes';
    for (const token of [undefined, tokenOf('staff', secret)]) {
      // The host may cut the connection while it is still being sent to.
      const answer = await send(api, path, { token, ...sent }).catch(() => undefined);
      if (!answer && String(sent.body).length > MIB) continue;
      expect([answer?.status, answer?.json.code]).toEqual([401, 'unauthenticated']);
    }
    expect((await send(api, '/health/live')).status).toBe(200);
  });

  test('is answered without their body being waited for', async () => {
    const answer = await headersOnly(api.url, ['Content-Length: 500000']);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await headersOnly(api.url, ['Transfer-Encoding: chunked'])).toMatch(
      /connection: close/i,
    );
  });

  test('reaches public routes', async () => {
    expect((await send(api, '/health/live')).status).toBe(200);
    expect((await send(api, '/probes/sign-in', { method: 'POST' })).status).toBe(200);
  });
});

describe('somebody who may not do it', () => {
  test('is told so before their body is looked at, and what they may is read', async () => {
    const refused = await send(api, '/probes', { token: clerk.token, body: '{"name":' });
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    const writer = await aMember(api, t, ctx, { invoices: ['create'] });
    const read = await send(api, '/probes', { token: writer.token, body: '{"name":' });
    expect([read.status, read.json.code]).toEqual([400, 'malformed_request']);
  });
});

describe('the context of a request', () => {
  test('names company, actor, address, language and the host’s time, and is frozen', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9', 'x-request-id': 'r-1' };
    expect((await me(clerk.token, headers)).json).toEqual({
      companyId: ctx.companyId,
      actor: { kind: 'staff', id: clerk.userId, name: 'M' },
      userId: clerk.userId,
      now: t.clock.now(),
      locale: 'de-AT',
      requestId: 'r-1',
      ip: '127.0.0.1',
      frozen: true,
    });
  });

  test('of an API key has the key as its actor', async () => {
    const { json } = await me(clerk.key);
    expect(json).toMatchObject({ actor: { kind: 'api_key', name: 'Key' }, userId: null });
  });
});

describe('the right that a route needs follows from its request', () => {
  const id = newId();
  const routes: [string, string, string, string][] = [
    ['GET', '/probes', 'view', ''],
    ['HEAD', '/probes', 'view', ''],
    ['POST', '/probes', 'create', ''],
    ['POST', '/probes/refused', 'create', ''],
    ['GET', `/probes/${id}`, 'view', ''],
    ['PATCH', `/probes/${id}`, 'update', ''],
    ['PUT', `/probes/${id}`, 'update', ''],
    ['DELETE', `/probes/${id}`, 'delete', ''],
    ['POST', `/probes/${id}/send`, 'update', ''],
    ['POST', `/probes/${id}/approve`, 'approve', ''],
    ['GET', `/probes/${id}/print`, 'print', 'view'],
    ['POST', '/probes/import', 'import', 'view'],
  ];

  test.each(routes)('%s %s needs %s %s', async (method, path, action, besides) => {
    const all = ['view', 'create', 'update', 'delete', 'approve', 'print', 'import'] as const;
    const needed = [action, besides].filter(Boolean);
    for (const missing of needed) {
      const others = all.filter((each) => each !== missing);
      const member = await aMember(api, t, ctx, { invoices: others, payments: all });
      const answer = await send(api, path, { method, token: member.token });
      expect(answer.status).toBe(403);
      if (method === 'HEAD') continue;
      expect(answer.json).toMatchObject({
        code: 'permission_denied',
        resource: 'invoices',
        action: missing,
        detail: `This needs the right to ${missing} on invoices.`,
      });
    }
    const enough = all.filter((each) => needed.includes(each));
    const member = await aMember(api, t, ctx, { invoices: enough });
    const { status } = await send(api, path, { method, token: member.token });
    expect(status).not.toBe(403);
  });

  test('a refusal is in the audit log', async () => {
    await send(api, `/probes/${id}`, { method: 'DELETE', token: clerk.token });
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(
      `select object, after, actor_id from audit.entry
       where action = 'permission.refused' and record_id = $1 and actor_id = $2`,
      [id, clerk.userId],
    );
    await owner.end();
    const after = { code: 'permission_denied', resource: 'invoices', action: 'delete' };
    expect(rows).toEqual([{ object: 'invoices', after, actor_id: clerk.userId }]);
  });
});

describe('what changes holds for the very next request', () => {
  test('a user who is deactivated', async () => {
    const member = await aMember(api, t, ctx, { invoices: ['view'] });
    expect((await me(member.token)).status).toBe(200);
    await new DeactivateUser(t.db).execute(ctx, asId<'user'>(member.userId));
    expect((await me(member.token)).status).toBe(401);
  });

  test('a role that loses a right', async () => {
    const member = await aMember(api, t, ctx, { invoices: ['view'] });
    const path = `/probes/${newId()}`;
    expect((await send(api, path, { token: member.token })).status).toBe(200);
    await new UpdateRole(t.db).execute(ctx, member.roleId, { matrix: {} });
    expect((await send(api, path, { token: member.token })).status).toBe(403);
  });

  test('a key that is revoked', async () => {
    const member = await aMember(api, t, ctx, { invoices: ['view'] });
    expect((await me(member.key)).status).toBe(200);
    await new RevokeApiKey(t.db).execute(ctx, member.keyId);
    expect((await me(member.key)).status).toBe(401);
  });

  test('a token whose hour is over', async () => {
    const member = await aMember(api, t, ctx, { invoices: ['view'] });
    const start = t.clock.now();
    t.clock.set(addSeconds(start, ACCESS_TOKEN_SECONDS - 1));
    expect((await me(member.token)).status).toBe(200);
    t.clock.set(addSeconds(start, ACCESS_TOKEN_SECONDS));
    expect((await me(member.token)).status).toBe(401);
    t.clock.set(start);
  });
});

describe('no route is open by omission', () => {
  @Controller('open')
  class OpenController {
    @Get('closed')
    @SignedInOnly()
    closed(): string {
      return 'closed';
    }

    @Get()
    open(): string {
      return 'open';
    }
  }

  @Module({ controllers: [OpenController] })
  class OpenModule {}

  test('one that says nothing stops the start', async () => {
    await expect(startProbeApi(t, {}, OpenModule)).rejects.toThrow(
      'OpenController.open (GET /open) states neither @Resource nor @SignedInOnly nor @Public',
    );
  });

  test('what is said of staff opens nothing of the portal host, nor the reverse', async () => {
    @PortalRoute({ directory: 'customer' })
    @Controller('reverse')
    class ReverseController {
      @Get()
      open(): string {
        return 'open';
      }
    }
    @Module({ controllers: [ReverseController] })
    class ReverseModule {}
    await expect(startProbeApi(t, { host: 'portal' }, OpenModule)).rejects.toThrow(
      'OpenController.closed (GET /open/closed) states neither @PortalRoute nor @Public',
    );
    await expect(startProbeApi(t, {}, ReverseModule)).rejects.toThrow(
      'ReverseController.open (GET /reverse) states neither @Resource',
    );
  });

  test('every route of a host is in its table', () => {
    const routes = api.app.get(RouteTable).all();
    const open = routes.filter(({ policy }) => policy.kind === 'public');
    expect(routes.length).toBeGreaterThan(15);
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/health/live',
      '/health/ready',
      '/metrics',
      '/probes/hook',
      '/probes/sign-in',
    ]);
  });
});

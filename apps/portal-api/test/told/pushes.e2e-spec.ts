import { addSeconds, type Ctx } from '@quittance/kernel';
import { PushVault, SendPushes } from '@quittance/portal/host';
import { aBrowser, type TestBrowser } from '@quittance/portal/testing';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testConfig } from '../../../../test/support/test-api.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

const PRIVATE = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

interface Taken {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let service: Server;
let taken: Taken[];
let answers: number[];
let pushes: SendPushes;
let at: number;

beforeAll(async () => {
  stage = await PortalStage.open(PRIVATE);
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  pushes = sending(PRIVATE);
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      taken.push({ path, headers, body: Buffer.concat(parts) });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((listening) => {
    service.listen(0, '127.0.0.1', listening);
  });
});
afterAll(async () => {
  pushes.onApplicationShutdown();
  service.closeAllConnections();
  service.close();
  await stage.close();
});
beforeEach(() => {
  taken = [];
  answers = [];
});

function sending(env: Readonly<Record<string, string>>): SendPushes {
  const config = testConfig(stage.t, 'worker', env);
  return new SendPushes(stage.t.db, new PushVault(config), config);
}

const ctxNow = (): Ctx => ({ ...acme.people.ctx, now: stage.t.clock.now() });

/** Tells users of what has happened, as the worker does; nothing leaves yet. */
function dispatch(): Promise<void> {
  return stage.tellPortals({ mails: false, appUrl: null });
}

/** What arrives at the push service, `seconds` from now. */
async function arrived(seconds = 0, by = pushes): Promise<readonly Taken[]> {
  taken = [];
  await dispatch();
  const now = addSeconds(stage.t.clock.now(), seconds);
  const failed = (error: unknown) => {
    throw error;
  };
  while ((await by.execute(failed, { now: () => now })) > 0) await by.settle();
  return taken;
}

interface Browser extends TestBrowser {
  readonly id: string;
  readonly endpoint: string;
}

async function subscribed(by: PortalClient, endpoint?: string): Promise<Browser> {
  const { port } = service.address() as AddressInfo;
  at = (at ?? 0) + 1;
  const browser = aBrowser();
  const asked = { endpoint: endpoint ?? `http://127.0.0.1:${port}/${at}`, keys: browser.keys };
  const body = { ...asked, expirationTime: null };
  const answer = await by.call('POST', '/push-subscriptions', { body });
  expect(answer).toMatchObject({ status: 201, body: { host: '127.0.0.1', current: true } });
  const { id } = answer.body as { id: string };
  return { ...browser, id, endpoint: asked.endpoint };
}

const shown = async (by: PortalClient) =>
  (await by.call('GET', '/push-subscriptions')).body as {
    publicKey: string;
    subscriptions: { id: string; current: boolean }[];
  };

async function buyer() {
  const contactId = await acme.contact(account, 'Buyer');
  const by = await acme.person({ partyId: account, role: 'Buyer', contactId: contactId as never });
  return { by, quote: () => acme.quote(account, { contactId }) };
}

const waiting = () =>
  stage.t.db.read(ctxNow(), async (tx) => {
    const params = [acme.people.ctx.companyId];
    const rows = await tx.rows('select 1 from portal.push_message where company_id = $1', params);
    return rows.length;
  });

test('shows a notice in the browser that asked, which alone can read it, once', async () => {
  const { by, quote } = await buyer();
  const browser = await subscribed(by);
  const made = await quote();
  const [push, ...more] = await arrived();
  expect(more).toEqual([]);
  expect(new URL(browser.endpoint).pathname).toBe(push?.path);
  const { publicKey, subscriptions } = await shown(by);
  expect(subscriptions).toMatchObject([{ id: browser.id, current: true }]);
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(push?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=/);
  expect(push?.headers.authorization?.endsWith(`k=${publicKey}`)).toBe(true);
  const text = browser.read(push?.body ?? Buffer.alloc(0));
  expect(JSON.parse(text)).toEqual({
    id: expect.any(String) as string,
    kind: 'quote_ready',
    category: 'quotes',
    title: expect.stringMatching(/^Quote \S+ is ready/) as string,
    object: 'quote',
    recordId: made.id,
    path: `/quotes/${made.id}`,
  });
  expect(push?.body.toString('latin1')).not.toContain('quote');
  expect((await arrived(3600)).length).toBe(0);
  expect(await waiting()).toBe(0);
});

test('is as the user has chosen, by category', async () => {
  const { by, quote } = await buyer();
  await subscribed(by);
  const choice = { app: true, mail: false, push: false, colleagues: false };
  const body = { digest: 'off', choices: [{ category: 'quotes', ...choice }] };
  expect((await by.call('PUT', '/me/notifications', { body })).status).toBe(200);
  // What is answered may be sent back as it is.
  const { body: answered } = await by.call('GET', '/me/notifications');
  const again = await by.call('PUT', '/me/notifications', { body: answered as object });
  expect([again.status, again.body]).toEqual([200, answered]);
  await quote();
  expect((await arrived()).length).toBe(0);
});

test('tries again where the service is down, and forgets a browser that is gone', async () => {
  const { by, quote } = await buyer();
  const browser = await subscribed(by);
  await quote();
  answers = [503];
  expect(await arrived()).toHaveLength(1);
  expect((await arrived(59)).length).toBe(0);
  expect((await arrived(61)).map(({ body }) => JSON.parse(browser.read(body)).kind)).toEqual([
    'quote_ready',
  ]);
  await quote();
  expect((await arrived(25 * 3600)).length).toBe(0);
  await quote();
  await quote();
  answers = [410, 404];
  expect((await arrived()).length).toBeGreaterThan(0);
  expect((await shown(by)).subscriptions).toEqual([]);
  expect(await waiting()).toBe(0);
});

test('tells nothing of what its user may not see any more, nor who is signed out', async () => {
  const { by, quote } = await buyer();
  await subscribed(by);
  await quote();
  await dispatch();
  const { companyId } = acme.people.ctx;
  const active = (is: boolean) =>
    stage.t.db.write(ctxNow(), (tx) =>
      tx.run('update portal.portal_user set active = $3 where company_id = $1 and id = $2', [
        companyId,
        by.signed.user.id,
        is,
      ]),
    );
  await active(false);
  expect((await arrived()).length).toBe(0);
  await active(true);
  await quote();
  await dispatch();
  const leaving = { refreshToken: by.signed.refreshToken };
  expect((await by.call('POST', '/auth/logout', { body: leaving })).status).toBeLessThan(300);
  expect((await arrived()).length).toBe(0);
  await quote();
  expect((await arrived()).length).toBe(0);
  expect(await waiting()).toBe(0);
});

test('a browser is of who asked in it last, and ends with them alone', async () => {
  const [one, other] = [await buyer(), await buyer()];
  const first = await subscribed(one.by);
  await one.quote();
  await dispatch();
  const second = await subscribed(other.by, first.endpoint);
  await other.quote();
  const got = await arrived();
  expect(got.map(({ body }) => JSON.parse(second.read(body)).kind)).toEqual(['quote_ready']);
  expect((await shown(one.by)).subscriptions).toEqual([]);
  const foreign = await one.by.call('DELETE', `/push-subscriptions/${second.id}`);
  expect(codeOf(foreign)).toBe('404 not_found');
  const all = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one : other).by);
  await Promise.all(all.map((by) => subscribed(by, first.endpoint)));
  const kept = await Promise.all(
    [one, other].map(async ({ by }) => (await shown(by)).subscriptions),
  );
  expect(kept.flat()).toHaveLength(1);
  await subscribed(other.by, first.endpoint);
  expect((await one.by.call('DELETE', '/push-subscriptions')).status).toBe(204);
  expect((await shown(other.by)).subscriptions).toHaveLength(1);
  expect((await other.by.call('DELETE', '/push-subscriptions')).status).toBe(204);
  expect((await shown(other.by)).subscriptions).toEqual([]);
});

test('are ten of a user, the latest', async () => {
  const { by } = await buyer();
  const all: Browser[] = [];
  for (let n = 0; n < 12; n += 1) all.push(await subscribed(by));
  const { subscriptions } = await shown(by);
  expect(subscriptions.map(({ id }) => id)).toEqual(
    all
      .slice(2)
      .reverse()
      .map(({ id }) => id),
  );
  expect((await by.call('DELETE', `/push-subscriptions/${all[11]?.id}`)).status).toBe(204);
  expect((await shown(by)).subscriptions).toHaveLength(9);
});

test('one whose address may not be called is called by nobody, and forgotten', async () => {
  const { by, quote } = await buyer();
  await subscribed(by);
  await quote();
  const strict = sending({});
  expect((await arrived(0, strict)).length).toBe(0);
  expect((await shown(by)).subscriptions).toEqual([]);
  strict.onApplicationShutdown();
});

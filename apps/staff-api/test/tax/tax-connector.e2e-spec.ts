import { bodyOf, memberWith, refusal } from '../access/members.js';
import { pointersOf } from '../receivables/billing-support.js';
import { connect, draft, startTaxStage, texan, type TaxStage } from './tax-support.js';
import type { StaffClient } from '../../../../test/support/test-api.js';
import { expectInvariants } from '../../../../test/support/invariants.js';

let stage: TaxStage;
let admin: StaffClient;

beforeAll(async () => {
  stage = await startTaxStage();
});
beforeEach(async () => {
  admin = await stage.api.newAdmin();
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage?.close();
});

const put = (body: object) => admin.call('PUT', '/connectors/tax', { body });

describe('the tax connector', () => {
  test('is absent at first, and the built-in engine serves', async () => {
    expect(refusal(await admin.call('GET', '/connectors/tax'))).toEqual([404, 'not_found']);
    expect(refusal(await admin.call('POST', '/connectors/tax/test'))).toEqual([
      422,
      'tax_connector_missing',
    ]);
    expect(refusal(await admin.call('DELETE', '/connectors/tax'))).toEqual([404, 'not_found']);
  });

  test('shows how its secrets end, never more, alone and in the list', async () => {
    const { provider, credentials, settings } = stage.avatax;
    const answer = await put({ provider, credentials, settings });
    expect(answer.body).toMatchObject({
      kind: 'tax',
      provider: 'avatax',
      active: true,
      credentials: { licenseKey: { configured: true, last4: '-key' } },
      settings,
      failingSince: null,
    });
    expect((await admin.call('GET', '/connectors/tax')).body).toEqual(answer.body);
    const list = await admin.call('GET', '/connectors');
    expect(list.body).toMatchObject({ data: [{ kind: 'tax', provider: 'avatax' }] });
    const shown = JSON.stringify([answer.body, list.body]);
    expect(shown).not.toContain(credentials.licenseKey);
    const log = await admin.call('GET', '/audit-log');
    expect(JSON.stringify(log.body)).not.toContain(credentials.licenseKey);
  });

  test('is kept sealed in the database', async () => {
    await connect(admin, stage.taxjar);
    const rows = await stage.t.db.read(stage.t.ctx(admin.companyId), (tx) =>
      tx.rows('select credentials from tax.connector'),
    );
    expect(JSON.stringify(rows)).not.toContain(stage.taxjar.credentials.token);
  });

  test('refuses what its provider does not know, naming each member', async () => {
    expect(pointersOf(await put({ provider: 'vertex' }))).toEqual(['/provider']);
    expect(pointersOf(await put({ provider: 'avatax' }))).toEqual([
      '/credentials/accountId',
      '/credentials/licenseKey',
    ]);
    const odd = { token: 'x', colour: 'red' };
    expect(pointersOf(await put({ provider: 'taxjar', credentials: odd }))).toEqual([
      '/credentials/colour',
    ]);
    const { credentials } = stage.taxjar;
    const settings = { baseUrl: 'ftp://x', companyCode: 'X' };
    expect(pointersOf(await put({ provider: 'taxjar', credentials, settings }))).toEqual([
      '/settings/baseUrl',
      '/settings/companyCode',
    ]);
  });

  test('keeps the secrets that are left out, and replaces a set that is sent whole', async () => {
    await connect(admin, stage.avatax);
    const kept = await put({ provider: 'avatax', settings: stage.avatax.settings });
    expect(Object.keys(bodyOf<{ credentials: object }>(kept).credentials)).toEqual([
      'accountId',
      'licenseKey',
    ]);
    const replaced = await put({ provider: 'avatax', credentials: { token: 'a-token' } });
    expect(bodyOf(replaced).credentials).toEqual({ token: { configured: true, last4: 'oken' } });
  });

  test('of another provider is switched off, not forgotten', async () => {
    await connect(admin, stage.avatax);
    await connect(admin, stage.taxjar);
    const { data } = bodyOf<{ data: object[] }>(await admin.call('GET', '/connectors'));
    expect(data).toMatchObject([
      { provider: 'taxjar', active: true },
      { provider: 'avatax', active: false },
    ]);
  });

  test.each(['avatax', 'taxjar'] as const)('of %s is tested against the provider', async (name) => {
    await connect(admin, stage[name]);
    const good = await admin.call('POST', '/connectors/tax/test');
    expect(good.body).toEqual({ ok: true, provider: name, detail: null });
    const credentials = Object.fromEntries(
      Object.keys(stage[name].credentials).map((key) => [key, 'wrong-secret']),
    );
    await connect(admin, stage[name], { credentials });
    const bad = await admin.call('POST', '/connectors/tax/test');
    expect(bad.body).toMatchObject({ ok: false, detail: expect.stringContaining('credentials') });
    expect(JSON.stringify(bad.body)).not.toContain('wrong-secret');
    expect(bodyOf(await admin.call('GET', '/connectors/tax')).failingSince).toEqual(
      expect.any(String),
    );
  });

  test('serves from the moment it is set to the moment it is gone', async () => {
    const accountId = await texan(stage.t, admin);
    const taxOf = async () => (await draft(admin, accountId)).taxTotal;
    expect(await taxOf()).toBe('0.00');
    await connect(admin, stage.avatax);
    expect(await taxOf()).toBe('8.25');
    await connect(admin, stage.avatax, { active: false });
    expect(await taxOf()).toBe('0.00');
    await connect(admin, stage.taxjar);
    expect(await taxOf()).toBe('8.25');
    expect((await admin.call('DELETE', '/connectors/tax')).status).toBe(204);
    expect(await taxOf()).toBe('0.00');
  });

  test('of one company serves no other', async () => {
    await connect(admin, stage.avatax);
    const stranger = await stage.api.newAdmin();
    expect((await stranger.call('GET', '/connectors/tax')).status).toBe(404);
    const accountId = await texan(stage.t, stranger);
    expect((await draft(stranger, accountId)).taxTotal).toBe('0.00');
  });
});

it('set up by several at once is that of the last of them', async () => {
  const credentials = { token: 'a token' };
  const of = (provider: string) => put({ provider, credentials });
  const answers = await Promise.all(
    ['taxjar', 'avatax', 'taxjar', 'avatax', 'taxjar', 'avatax'].map(of),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await admin.call('GET', '/connectors/tax')).body).toMatchObject({ active: true });
});

describe('who may touch the tax connector', () => {
  test.each([
    ['GET', '', 'view'],
    ['PUT', '', 'update'],
    ['DELETE', '', 'delete'],
    ['POST', '/test', 'update'],
  ])('%s /connectors/tax%s needs the right to %s', async (method, path, right) => {
    const call = (client: StaffClient) =>
      client.call(method, `/connectors/tax${path}`, {
        ...(method === 'PUT' && { body: { provider: 'vertex' } }),
      });
    const rights = ['view', 'create', 'update', 'delete'];
    const others = rights.filter((each) => each !== right);
    const without = await memberWith(stage.api, { matrix: { connectors: others } });
    expect((await call(without)).status).toBe(403);
    const allowed = await memberWith(stage.api, { matrix: { connectors: [right] } });
    expect([404, 422]).toContain((await call(allowed)).status);
  });
});

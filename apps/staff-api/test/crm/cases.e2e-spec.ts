import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { memberMaker, type Rights } from '../access/access-support';
import { made, type Json, type Made } from '../objects/objects-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let member: (rights: Rights) => Promise<{ client: StaffClient }>;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  member = memberMaker(api, t);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const make = (path: string, body: object, as = admin): Promise<Made> => made(as, path, body);

/** Status and body of a call, with the code of a problem in front. */
async function call(method: string, path: string, body?: object, as = admin) {
  const answer = await as.call(method, path, body === undefined ? {} : { body });
  const json = answer.body as Json;
  return { status: answer.status, code: json?.code, body: json };
}

const post = (path: string, body: object = {}, as = admin) => call('POST', path, body, as);

describe('cases', () => {
  test('answer to their numbers', async () => {
    const made = await make('/cases', { subject: 'Which?' });
    const path = `/cases/by-number/${String(made.number)}`;
    expect((await call('GET', path)).body).toMatchObject({ id: made.id, number: made.number });
    const { client } = await member({
      matrix: { cases: ['view'] },
      scopes: { cases: 'own' },
    } as never);
    const elsewhere = await api.newAdmin();
    const answers = await Promise.all([
      call('GET', `${path}9`),
      call('GET', path, undefined, client),
      call('GET', path, undefined, elsewhere),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('are answered, wait, are solved and reopened', async () => {
    const made = await make('/cases', { subject: 'Broken', priority: 'urgent' });
    expect(made).toMatchObject({ number: expect.stringMatching(/^CAS-\d{6}$/), status: 'new' });
    const path = `/cases/${made.id}`;
    const said = await post(`${path}/comments`, { body: 'We look', visibility: 'public' });
    expect(said).toMatchObject({
      status: 201,
      body: { visibility: 'public', authorKind: 'staff' },
    });
    await post(`${path}/comments`, { body: 'Among us' });
    const { body: comments } = await call('GET', `${path}/comments`);
    expect(comments).toMatchObject({
      total: 2,
      data: [{ body: 'We look' }, { body: 'Among us', visibility: 'internal' }],
    });
    expect((await call('GET', path)).body).toMatchObject({ status: 'open' });
    expect((await post(`${path}/wait`)).body).toMatchObject({ status: 'waiting' });
    expect((await call('GET', `${path}/sla`)).body).toMatchObject({
      firstResponse: { state: 'met' },
      resolution: { state: 'paused' },
    });
    expect((await post(`${path}/open`)).body).toMatchObject({ status: 'open' });
    expect((await post(`${path}/close`)).code).toBe('case_status_conflict');
    const solved = await post(`${path}/resolve`, { resolution: 'Restarted' });
    expect(solved.body).toMatchObject({ status: 'resolved', resolution: 'Restarted' });
    expect((await post(`${path}/close`)).body).toMatchObject({ status: 'closed' });
    expect((await post(`${path}/reopen`)).body).toMatchObject({ status: 'open' });
  });

  test('take their times from the policy of the company', async () => {
    const client = await api.newAdmin();
    const targets = [{ priority: null, firstResponseMinutes: 30, resolutionMinutes: null }];
    const body = { targets, hours: [{ day: 1, from: '09:00', to: '17:00' }] };
    const before = await call('GET', '/cases/sla-policy', undefined, client);
    expect(before.body).toMatchObject({ version: 0, hours: null });
    expect(await call('PUT', '/cases/sla-policy', body, client)).toMatchObject({
      status: 200,
      body: { ...body, version: 1 },
    });
    const made = await make('/cases', { subject: 'Slow' }, client);
    expect(made).toMatchObject({
      firstResponseDueAt: '2026-03-02T09:30:00.000Z',
      resolutionDueAt: null,
    });
    const hours = [{ day: 8, from: '9', to: '17:00' }];
    const wrong = await call('PUT', '/cases/sla-policy', { targets: [], hours }, client);
    expect(wrong.status).toBe(422);
    // Service hours are taken back: all hours count again.
    const always = await call('PUT', '/cases/sla-policy', { targets, hours: null }, client);
    expect(always).toMatchObject({ status: 200, body: { hours: null, version: 2 } });
  });

  test('of others are hidden with their comments from who sees their own', async () => {
    const { client } = await member({
      matrix: { cases: ['view', 'update'] },
      scopes: { cases: 'own' },
    } as never);
    const { id } = await make('/cases', { subject: 'Theirs' });
    const answers = await Promise.all([
      call('GET', `/cases/${id}/comments`, undefined, client),
      post(`/cases/${id}/comments`, { body: 'Mine' }, client),
      call('GET', `/cases/${id}/sla`, undefined, client),
      post(`/cases/${id}/resolve`, {}, client),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

type Json = Record<string, unknown>;

async function make(body: object, path = '/leads'): Promise<Json & { id: string }> {
  const answer = await api.admin.call('POST', path, { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Json & { id: string };
}

describe('a record', () => {
  test('is made, read, changed and deleted', async () => {
    const lead = await make({ name: 'Ada Lovelace', companyName: 'Analytical', rating: null });
    expect(lead).toMatchObject({ version: 1, status: 'new', ownerId: api.admin.userId });
    const path = `/leads/${lead.id}`;
    const read = await api.admin.call('GET', path);
    expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', lead]);
    const changed = await api.admin.call('PATCH', path, { body: { title: 'Countess' } });
    expect(changed.body).toMatchObject({ version: 2, title: 'Countess', name: 'Ada Lovelace' });
    const stale = { headers: { 'if-match': '"1"' }, body: { title: 'Lady' } };
    expect((await api.admin.call('PATCH', path, stale)).status).toBe(412);
    expect((await api.admin.call('DELETE', path, { headers: { 'if-match': '"1"' } })).status).toBe(
      412,
    );
    expect((await api.admin.call('DELETE', path)).status).toBe(204);
    expect((await api.admin.call('GET', path)).status).toBe(404);
  });

  test('that is wrong in several fields is told all of them', async () => {
    const body = { name: '', email: 'nobody', status: 'lost', score: 3 };
    const { status, body: problem } = await api.admin.call('POST', '/leads', { body });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ code: 'validation_failed' });
    const errors = (problem as { errors: { pointer: string; code: string }[] }).errors;
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/name required',
      '/email format',
      '/status enum',
      '/score read_only',
    ]);
  });

  test('of members that nobody knows is refused by their places', async () => {
    const body = { name: 'Ada', nick: 'A', region__c: 'EMEA' };
    const { status, body: problem } = await api.admin.call('POST', '/leads', { body });
    expect([status, problem]).toMatchObject([400, { code: 'malformed_request' }]);
    const errors = (problem as { errors: { pointer: string }[] }).errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/nick', '/region__c']);
  });
});

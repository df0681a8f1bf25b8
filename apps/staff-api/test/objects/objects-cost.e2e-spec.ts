import { Client } from 'pg';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, made } from './objects-support.js';

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

/** The statements that the server sends while the work is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  const watch = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }];
    sent.push(typeof first === 'string' ? first : first.text);
    return query.apply(this, args);
  } as never);
  try {
    await work();
  } finally {
    watch.mockRestore();
  }
  return sent.filter((text) => !/^(begin|commit|set local)/.test(text));
}

test('metadata costs a request no statement, however many fields there are', async () => {
  for (let i = 0; i < 10; i += 1) {
    await defineField(api.admin, 'lead', { name: `f${i}__c`, type: 'text' });
  }
  const lead = await made(api.admin, '/leads', { name: 'Ada', f1__c: 'x' });
  const get = () => api.admin.call('GET', `/leads/${lead.id}`);
  const list = () => api.admin.call('GET', '/leads?sort=name');
  await get();
  await list();
  // Who asks, with the version of the metadata; then what was asked for.
  const read = await statementsOf(get);
  expect(read).toHaveLength(2);
  expect(read[1]).toContain('from crm.lead');
  const listed = await statementsOf(list);
  expect(listed).toHaveLength(3);
  expect(listed.slice(1).every((text) => text.includes('from crm.lead'))).toBe(true);
  const schema = await statementsOf(() => api.admin.call('GET', '/leads/schema'));
  expect(schema).toHaveLength(1);
});

test('the first request behind a change reads the metadata, and no other', async () => {
  await defineField(api.admin, 'lead', { name: 'late__c', type: 'text' });
  const get = () => api.admin.call('GET', '/leads/schema');
  expect((await statementsOf(get)).length).toBeGreaterThan(1);
  expect(await statementsOf(get)).toHaveLength(1);
});

test('the documents of all records are listed by one statement, counted by another', async () => {
  for (const name of ['Bob', 'Cy']) {
    const { id } = await made(api.admin, '/leads', { name });
    const headers = { 'content-type': 'application/octet-stream' };
    const query = `/leads/${id}/documents?fileName=${name}.txt`;
    await api.admin.call('POST', query, { body: name, headers });
  }
  const list = () => api.admin.call('GET', '/documents');
  await list();
  const listed = await statementsOf(list);
  expect(listed).toHaveLength(3);
  expect(listed.slice(1).every((text) => text.includes('from objects.document'))).toBe(true);
});

import { severalAlike, LINES, type Sent } from '../../../../test/support/several-at-once.js';
import { FarClient } from '../../../../test/support/far-client.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let far: FarClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  far = new FarClient();
});
afterAll(async () => {
  await far?.close();
  await api?.close();
  await t?.close();
});

const ROWS = 200;
/**
 * Texts that repeat themselves, and what nearly stands in them: the engine's search takes the
 * product. Together they are what the custom fields of one record may hold.
 */
const HAY = 'x'.repeat(32_768);
const NEED = `${'x'.repeat(16_200)}y${'x'.repeat(16_200)}`;
const searches = (times: number, mark: string) =>
  `OR(${Array.from({ length: times }, () => `CONTAINS(hay__c, need__c & "${mark}")`).join(', ')})`;

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.admin.call('POST', path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return bodyOf(answer);
}

const defineField = (object: string, name: string, type: string, settings: object = {}) =>
  post(`/customization/objects/${object}/fields`, {
    name: `${name}__c`,
    label: name,
    type,
    settings,
  });

const hostile = (i: number) => ({ name: `Lead ${i}`, hay__c: HAY, need__c: NEED });
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => JSON.stringify(hostile(i))).join('\n');

/** Several of the same request at once, which keep nobody waiting and are answered alike. */
const load = (method: string, path: string, sent: Sent = {}) =>
  severalAlike({ api, far, as: api.admin }, [method, path], sent);

const EXHAUSTED = { 'formulas-exhausted': 'true' };

describe('formulas and rules over texts of the largest sizes keep nobody waiting', () => {
  beforeAll(async () => {
    await defineField('lead', 'hay', 'textarea');
    await defineField('lead', 'need', 'textarea');
    await api.admin.call('POST', '/leads/import', {
      body: linesOf(ROWS),
      headers: { 'content-type': LINES },
    });
    for (let i = 0; i < 25; i += 1) {
      const formula = `IF(${searches(6, String(i))}, 1, 0)`;
      await defineField('lead', `f${i}`, 'formula', { formula, resultType: 'number' });
    }
  });

  it('in a list, whose last formulas are empty and which says so', async () => {
    const answer = await load('GET', `/leads?pageSize=${ROWS}`);
    expect(answer).toMatchObject({ status: 200, headers: EXHAUSTED });
    expect(answer.length).toBeGreaterThan(ROWS * (HAY.length + NEED.length));
  });

  it('in a download', async () => {
    expect(await load('GET', '/leads', { accept: 'text/csv' })).toMatchObject({ status: 200 });
  });

  it('where a formula is tried', async () => {
    const body = { object: 'lead', expression: searches(60, ''), sample: hostile(1) };
    const answer = await load('POST', '/customization/formulas/check', { body });
    expect(answer).toMatchObject({ status: 200 });
  });

  describe('with rules', () => {
    beforeAll(async () => {
      for (let i = 0; i < 20; i += 1) {
        await post('/customization/validation-rules', {
          object: 'lead',
          name: `Rule ${i}`,
          formula: `NOT(${searches(6, `r${i}`)})`,
          message: 'No.',
        });
      }
    });

    it('where a record is made: it is refused: what cannot be judged does not pass', async () => {
      const answer = await load('POST', '/leads', { body: hostile(1) });
      expect(answer).toMatchObject({ status: 422 });
      expect(JSON.parse(answer.start)).toMatchObject({
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ code: 'too_much_work' })]),
      });
    });

    it('in an import, whose rows are refused', async () => {
      const answer = await load('POST', '/leads/import', { body: linesOf(30) });
      expect(answer.status).toBe(200);
      expect(answer.start).toContain('"failed":30');
      expect(answer.start).toContain('"code":"request_too_costly"');
    });

    it('where many are changed', async () => {
      const filter = { field: 'name', op: 'startsWith', value: 'Lead 1' };
      const answer = await load('POST', '/leads/bulk', { body: { filter, patch: { title: 'X' } } });
      expect(answer.status).toBe(200);
      expect(answer.start).toContain('"updated":0');
    });
  });
});

it('an honest page of 200 records with 25 formulas has all of its values', async () => {
  for (let i = 0; i < 25; i += 1) {
    const formula =
      'ROUND(IF(CONTAINS(UPPER(name), "7"), 1, 2) * 1.5 / 3 + LEN(name & ' + `"-${i}"), 2)`;
    await defineField('campaign', `f${i}`, 'formula', { formula, resultType: 'number' });
  }
  const rows = Array.from({ length: ROWS }, (_, i) => JSON.stringify({ name: `Spring ${i}` }));
  const loaded = await api.admin.call('POST', '/campaigns/import', {
    body: rows.join('\n'),
    headers: { 'content-type': LINES },
  });
  expect(loaded.body).toMatchObject({ created: ROWS });
  const page = await api.admin.call('GET', `/campaigns?pageSize=${ROWS}`);
  expect(page.headers.get('formulas-exhausted')).toBeNull();
  const { data } = bodyOf<{ data: Record<string, unknown>[] }>(page);
  expect(data).toHaveLength(ROWS);
  expect(data.flatMap((each) => (each['f24__c'] === null ? [each] : []))).toEqual([]);
});

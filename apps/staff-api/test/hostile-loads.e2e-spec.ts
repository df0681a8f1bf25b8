import { FarClient, type FarAnswer } from '../../../test/support/far-client.js';
import { longestTurn } from '../../../test/support/loop-lag.js';
import { startStaffApi, type TestStaffApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { bodyOf } from './members.js';

/** Milliseconds of the processor that one turn of the event loop may take. */
const LONGEST_TURN = 50;
const AT_ONCE = 8;

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
const LINES = 'application/x-ndjson';
/** Texts that repeat themselves, and what nearly stands in them: the engine's search takes the product. */
const HAY = 'x'.repeat(16_000);
const NEED = `${'x'.repeat(4_000)}y${'x'.repeat(4_000)}`;
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

interface Sent {
  readonly body?: object | string;
  readonly accept?: string;
}

/**
 * Eight of the same request at once, sent from another thread: how long the loop was kept is the host's
 * doing alone. No turn of it may be long, and all are answered alike.
 */
async function load(method: string, path: string, sent: Sent = {}): Promise<FarAnswer> {
  const { body, accept = 'application/json' } = sent;
  const type = typeof body === 'string' ? LINES : 'application/json';
  const request = {
    method,
    url: `${api.url}${path}`,
    headers: {
      accept,
      authorization: `Bearer ${api.admin.token()}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  const all = Array.from({ length: AT_ONCE }, () => request);
  const { value, longestMs } = await longestTurn(() => far.send(all));
  const [first] = value;
  expect(value.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(first?.status));
  expect(longestMs).toBeLessThanOrEqual(LONGEST_TURN);
  return first as FarAnswer;
}

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

    it('where a record is made: it is refused, for what cannot be judged does not pass', async () => {
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

describe('values of the largest sizes keep nobody waiting', () => {
  const tried = async (values: object) => {
    const body = { lastName: 'Byron', ...values };
    const { status, start } = await load('POST', '/contacts', { body });
    return [status, (JSON.parse(start) as { errors?: { code: string }[] }).errors?.[0]?.code];
  };

  it('of a schema that asks everything of everything', async () => {
    const required = Array.from({ length: 1_500 }, (_, i) => `k${i}`);
    await defineField('contact', 'shape', 'json', { schema: { items: { required } } });
    expect(await tried({ shape__c: Array(990).fill({}) })).toEqual([422, 'too_much_work']);
    expect(await tried({ shape__c: [{}] })).toEqual([422, 'schema']);
  });

  it('of a pattern with many states', async () => {
    const pattern = '[ab]*a[ab]{200}c';
    const wide = { name: 'wide__c', label: 'Wide', type: 'textarea', settings: { pattern } };
    const refused = await api.admin.call('POST', '/customization/objects/contact/fields', {
      body: wide,
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/settings/pattern', code: 'too_much_work' }] },
    });
    await defineField('contact', 'code', 'text', { pattern });
    expect(await tried({ code__c: 'abbab'.repeat(50) })).toEqual([422, 'pattern']);
  });

  it('of markup and of marks without end', async () => {
    await defineField('contact', 'story', 'rich_text');
    expect(await tried({ story__c: '<'.repeat(65_000) })).toEqual([422, 'too_much_work']);
    expect(await tried({ story__c: '\u0301\u0323'.repeat(60_000) })).toEqual([422, 'format']);
    expect(await tried({ lastName: `a${'\u0301\u0323'.repeat(100)}` })).toEqual([422, 'format']);
  });

  it('of a filter with a thousand conditions', async () => {
    const condition = { field: 'lastName', op: 'contains', value: 'x' };
    const filter = JSON.stringify({ or: Array(1_000).fill(condition) });
    const body = { filter: JSON.parse(filter) as object, patch: { title: 'X' } };
    expect(await load('POST', '/contacts/bulk', { body })).toMatchObject({ status: 400 });
  });

  it('of a form whose rules look through them again and again', async () => {
    const asked = {
      field: 'story',
      op: 'contains',
      value: `${'x'.repeat(499)}y${'x'.repeat(499)}`,
    };
    const rules = Array.from({ length: 15 }, () => ({
      when: { or: Array(50).fill(asked) },
      actions: [{ action: 'require', field: 'story' }],
    }));
    const fields = [{ name: 'story', label: 'Story', type: 'textarea' }];
    const sections = [{ title: 'All', fields }];
    const form = await post('/customization/forms', { name: 'Long', sections, rules });
    const published = await api.admin.call(
      'POST',
      `/customization/forms/${String(form['id'])}/publish`,
    );
    expect(published.status).toBeLessThan(300);
    const body = { values: { story: HAY } };
    const answer = await load('POST', `/forms/${String(form['id'])}/submissions`, { body });
    expect(answer.status).toBe(422);
    expect(answer.start).toContain('"code":"too_much_work"');
  });
});

it('an honest page of 200 records with 25 formulas has all of its values', async () => {
  for (let i = 0; i < 25; i += 1) {
    const formula = `ROUND(IF(CONTAINS(UPPER(name), "7"), 1, 2) * 1.5 / 3 + LEN(name & "-${i}"), 2)`;
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

describe('a body of nobody', () => {
  const many = (count: number, item: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => item(i)).join(',');
  it.each<[string, string]>([
    ['very many members', `{"email":"x@x.example",${many(100_000, (i) => `"${i}":1`)}}`],
    ['very many objects', `{"email":"x@x.example","a":[${many(300_000, () => '{}')}]}`],
    ['as many unknown values as are read', `{"a":[${many(50_000, () => '1')}]}`],
  ])('with %s is refused and keeps the loop from nobody', async (_, text) => {
    const answer = await load('POST', '/auth/login', { body: JSON.parse(text) as object });
    expect(answer.status).toBe(400);
  });
});

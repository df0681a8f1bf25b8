import {
  severalAlike,
  severalAtOnce,
  type Sent,
} from '../../../../test/support/several-at-once.js';
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

/** Several of the same request at once, which keep nobody waiting and are answered alike. */
const load = (method: string, path: string, sent: Sent = {}) =>
  severalAlike({ api, far, as: api.admin }, [method, path], sent);

const tried = async (values: object) => {
  const body = { lastName: 'Byron', ...values };
  const { status, start } = await load('POST', '/contacts', { body });
  if (status !== 422) return [status];
  return [status, (JSON.parse(start) as { errors: { code: string }[] }).errors[0]?.code];
};

describe('values of the largest sizes keep nobody waiting', () => {
  it('of a schema that asks everything of everything', async () => {
    const required = Array.from({ length: 1_500 }, (_, i) => `k${i}`);
    await defineField('contact', 'shape', 'json', { schema: { items: { required } } });
    expect(await tried({ shape__c: Array(990).fill({}) })).toEqual([422, 'too_much_work']);
    expect(await tried({ shape__c: Array(10).fill({}) })).toEqual([422, 'schema']);
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
    await defineField('contact', 'long', 'textarea', { pattern: '[ab]*a[ab]{8}c' });
    expect(await tried({ long__c: 'abbab'.repeat(6_553) })).toEqual([422, 'pattern']);
  });

  it('of markup and of marks without end', async () => {
    await defineField('contact', 'story', 'rich_text');
    expect(await tried({ story__c: '<'.repeat(131_072) })).toEqual([422, 'too_much_work']);
    expect(await tried({ story__c: '<b>x</b>'.repeat(4_000) })).toEqual([201]);
    expect(await tried({ story__c: '\u0301\u0323'.repeat(65_000) })).toEqual([422, 'format']);
    expect(await tried({ lastName: `a${'\u0301\u0323'.repeat(100)}` })).toEqual([422, 'format']);
  });

  it('of filters with as many conditions and values as there may be, and more', async () => {
    const asked = (filter: object) =>
      load('POST', '/contacts/bulk', { body: { filter, patch: { title: 'X' } } });
    const some = Array.from({ length: 200 }, (_, i) => `${'x'.repeat(80)}${i}`);
    const listed = { field: 'lastName', op: 'in', value: some };
    expect(await asked({ or: Array(50).fill(listed) })).toMatchObject({ status: 200 });
    const sought = { field: 'lastName', op: 'contains', value: 'x' };
    expect(await asked({ or: Array(1_000).fill(sought) })).toMatchObject({ status: 400 });
  });
});

describe('forms with as many rules as there may be keep nobody waiting', () => {
  const story = `${'x'.repeat(170)}y${'x'.repeat(170)}`;

  async function submitted(when: object | string) {
    const rules = Array.from({ length: 50 }, () => ({
      when,
      actions: [{ action: 'require', field: 'story' }],
    }));
    const fields = [{ name: 'story', label: 'Story', type: 'textarea' }];
    const sections = [{ title: 'All', fields }];
    const form = await post('/customization/forms', {
      name: JSON.stringify(when).slice(0, 50),
      sections,
      rules,
    });
    const path = `/customization/forms/${String(form['id'])}/publish`;
    expect((await api.admin.call('POST', path)).status).toBeLessThan(300);
    const body = { values: { story: 'x'.repeat(32_700) } };
    return load('POST', `/forms/${String(form['id'])}/submissions`, { body });
  }

  it('that look through a text again and again', async () => {
    const asked = { field: 'story', op: 'contains', value: story };
    const answer = await submitted({ or: Array(50).fill(asked) });
    expect(answer.status).toBe(422);
    expect(answer.start).toContain('"code":"too_much_work"');
  });

  it('that are formulas', async () => {
    const part = (i: number) => `CONTAINS(story & "${i}", "${story}")`;
    const answer = await submitted(`OR(${[1, 2, 3, 4].map(part).join(', ')})`);
    expect(answer.status).toBe(422);
    expect(answer.start).toContain('"code":"too_much_work"');
  });
});

describe('imports of large records keep nobody waiting', () => {
  /** Nearly what the custom fields of one record may hold. */
  const TEXT = 'x'.repeat(30_000);
  const rows = <T>(count: number, row: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => row(i));

  beforeAll(async () => {
    await defineField('case', 'one', 'textarea');
    await defineField('case', 'two', 'textarea');
  });

  it('line by line, with all that is told of them', async () => {
    const lines = rows(300, (i) =>
      JSON.stringify({ subject: `Case ${i}`, one__c: TEXT, two__c: TEXT }),
    );
    const answer = await load('POST', '/cases/import', { body: lines.join('\n') });
    expect(answer.status).toBe(200);
    expect(answer.start).toContain('"created":300');
  });

  it('tried only, as cells full of quotes', async () => {
    const cell = '"'.repeat(60_000);
    const lines = ['subject,one__c', ...rows(60, (i) => `Case ${i},"${cell}"`)];
    const sent = { body: lines.join('\n'), type: 'text/csv' };
    const answer = await load('POST', '/cases/import?dryRun=true', sent);
    expect(answer.status).toBe(200);
    expect(answer.start).toContain('"created":60');
  });

  it('changed alike', async () => {
    const first = await api.admin.call('GET', '/cases?pageSize=100');
    const ids = bodyOf<{ data: { id: string }[] }>(first).data.map(({ id }) => id);
    const body = { ids, patch: { subject: 'Changed' } };
    const answer = await load('POST', '/cases/bulk', { body });
    expect(answer.status).toBe(200);
  });
});

describe('set-ups of the largest size keep nobody waiting', () => {
  const CODES = [
    'INVOICE_SENT',
    'DUNNING_REMINDER',
    'DUNNING_WARNING',
    'PAYMENT_RECEIVED',
    'CREDIT_NOTE_ISSUED',
    'USER_INVITED',
    'USER_PASSWORD_RESET',
    'WEBHOOK_DISABLED',
    'RECORD_NOTICE',
    'DUNNING_PAYMENT_RETRY',
  ];
  const template = (i: number, html: string) => {
    const code = CODES[i % CODES.length];
    return { code, subject: 'x', html, text: 'x', language: null, active: true };
  };
  const setupOf = (parts: object) => ({ format: 'quittance-setup', version: 1, parts });
  const MASTER = { description: null, sortOrder: 0, icon: null, colour: null, active: true };
  const bringIn = (parts: object) =>
    severalAtOnce({ api, far, as: api.admin }, ['POST', '/customization/import?dryRun=true'], {
      body: setupOf(parts),
    });

  it('of 200 templates', async () => {
    const emailTemplates = Array.from({ length: 200 }, (_, i) => template(i, 'x'.repeat(20_000)));
    for (const { status } of await bringIn({ emailTemplates }))
      expect([200, 503]).toContain(status);
  });

  it('of ten templates that each take nearly all they may', async () => {
    const html = `{% assign a = 'x' %}{% for i in (1..22000) %}{{ a }}{% endfor %}`;
    const emailTemplates = CODES.map((_, i) => template(i, html));
    for (const { status } of await bringIn({ emailTemplates }))
      expect([200, 503]).toContain(status);
  });

  it('of very many small things, with all that is told of them', async () => {
    const renamed = (round: number) => ({
      body: setupOf({
        masters: Array.from({ length: 4_000 }, (_, i) => {
          return {
            type: 'industry',
            code: `c${i}`,
            ...MASTER,
            name: `${'x'.repeat(150)} ${round} ${i}`,
          };
        }),
      }),
    });
    const answers = await severalAtOnce(
      { api, far, as: api.admin },
      ['POST', '/customization/import'],
      renamed,
    );
    for (const { status } of answers) expect(status).toBe(200);
  });

  it('is refused where it is larger', async () => {
    const emailTemplates = Array.from({ length: 45 }, (_, i) => template(i, 'x'.repeat(100_000)));
    const large = { body: setupOf({ emailTemplates }) };
    expect(await api.admin.call('POST', '/customization/import', large)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    const many = {
      body: setupOf({ masters: Array(2_001).fill({}), cities: Array(2_000).fill({}) }),
    };
    expect(await api.admin.call('POST', '/customization/import', many)).toMatchObject({
      status: 422,
      body: { code: 'setup_unreadable', errors: [{ pointer: '/parts', code: 'max' }] },
    });
  });
});

describe('a body of nobody', () => {
  const many = (count: number, item: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => item(i)).join(',');
  it.each<[string, string]>([
    ['very many members', `{"email":"x@x.example",${many(7_000, (i) => `"${i}":1`)}}`],
    ['very many objects', `{"email":"x@x.example","a":[${many(21_000, () => '{}')}]}`],
    ['as many unknown values as are read', `{"a":[${many(32_000, () => '1')}]}`],
  ])('with %s is refused and keeps the loop from nobody', async (_, text) => {
    const sent = { body: text, type: 'application/json' };
    const answer = await severalAlike({ api, far }, ['POST', '/auth/login'], sent);
    expect(answer.status).toBe(400);
  });

  it('is small: what is larger is not read', async () => {
    const body = { email: 'x@x.example', password: 'x'.repeat(65_536) };
    const answer = await api.call('POST', '/auth/login', { body });
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect((await api.admin.call('POST', '/leads', { body: { name: body.password } })).status).toBe(
      422,
    );
  });
});

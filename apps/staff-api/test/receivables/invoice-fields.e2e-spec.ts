import { newId } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LINE, newAccount, pointersOf } from './billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);

async function define(field: object): Promise<void> {
  const answer = await call('POST', '/customization/objects/invoice/fields', { body: field });
  expect(answer.status).toBe(201);
}

const draft = (more: object) => ({ accountId, currency: 'EUR', lines: [LINE], ...more });

async function made(more: object): Promise<{ id: string } & Record<string, unknown>> {
  const answer = await call('POST', '/invoices', { body: draft(more) });
  expect(answer.status).toBe(201);
  return answer.body as { id: string };
}

async function found(filter: object): Promise<readonly unknown[]> {
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=-score__c`;
  const answer = await call('GET', `/invoices?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as { data: Record<string, unknown>[] }).data.map((each) => each.region__c);
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const options = ['north', 'south'].map((code) => ({ code, label: code }));
  await define({
    name: 'region__c',
    label: 'Region',
    type: 'picklist',
    required: true,
    settings: { options },
  });
  await define({ name: 'score__c', label: 'Score', type: 'integer' });
  await define({ name: 'cost_centre__c', label: 'Cost centre', type: 'text', unique: true });
  await define({
    name: 'doubled__c',
    label: 'Doubled',
    type: 'formula',
    settings: { formula: 'score__c * 2', resultType: 'number' },
  });
});
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('custom fields of invoices', () => {
  it('stand beside the standard ones in what is sent and what is answered', async () => {
    const invoice = await made({ region__c: 'north', score__c: 21 });
    expect(invoice).toMatchObject({
      region__c: 'north',
      score__c: 21,
      doubled__c: '42',
      cost_centre__c: null,
    });
    const { body: read } = await call('GET', `/invoices/${invoice.id}`);
    expect(read).toEqual(invoice);
    const sent = await call('POST', `/invoices/${invoice.id}/send`);
    expect(sent.body).toMatchObject({ status: 'sent', score__c: 21, doubled__c: '42' });
  });

  it('change with a patch, even of an invoice that is sent, and nothing else does', async () => {
    const invoice = await made({ region__c: 'north', score__c: 1 });
    await call('POST', `/invoices/${invoice.id}/send`);
    const patched = await call('PATCH', `/invoices/${invoice.id}`, {
      body: { score__c: null, region__c: 'south' },
    });
    expect(patched.body).toMatchObject({ score__c: null, region__c: 'south', status: 'sent' });
    expect((patched.body as { total: string }).total).toBe(invoice.total);
  });

  it('are refused all at once, and no invoice is written', async () => {
    const before = (await call('GET', '/invoices')).body as { total: number };
    const bad = { region__c: 'west', score__c: 'many', cost_centre__c: 7 };
    const refused = await call('POST', '/invoices', { body: draft(bad) });
    expect(refused.status).toBe(422);
    expect(pointersOf(refused)).toEqual(['/cost_centre__c', '/region__c', '/score__c']);
    const missing = await call('POST', '/invoices', { body: draft({}) });
    expect(pointersOf(missing)).toEqual(['/region__c']);
    const unknown = await call('POST', '/invoices', {
      body: draft({ region__c: 'north', colour__c: 'red' }),
    });
    expect([unknown.status, pointersOf(unknown)]).toEqual([400, ['/colour__c']]);
    expect((await call('GET', '/invoices')).body).toMatchObject({ total: before.total });
  });

  it('are unique where they are to be, whoever comes first', async () => {
    const body = draft({ region__c: 'north', cost_centre__c: 'CC-1' });
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/invoices', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('are filtered, sorted and downloaded by', async () => {
    await made({ region__c: 'south', score__c: 900 });
    await made({ region__c: 'north', score__c: 901 });
    const high = { field: 'score__c', op: 'gte', value: 900 };
    expect(await found(high)).toEqual(['north', 'south']);
    expect(await found({ and: [high, { field: 'region__c', op: 'eq', value: 'south' }] })).toEqual([
      'south',
    ]);
    const csv = await call('GET', '/invoices', { headers: { accept: 'text/csv' } });
    expect(String(csv.body).split('\n')[0]).toContain('region__c,score__c,cost_centre__c');
    const computed = await call(
      'GET',
      `/invoices?filter=${encodeURIComponent('{"field":"doubled__c","op":"gt","value":1}')}`,
    );
    expect(computed.status).toBe(422);
  });

  it('are found by their index as by their document, also among invoices without any', async () => {
    await define({ name: 'weight__c', label: 'Weight', type: 'number', settings: { scale: 1 } });
    await define({ name: 'rank__c', label: 'Rank', type: 'number', indexed: true });
    const builder = api.app.get(BuildFieldIndexes, { strict: false });
    const isReady = async () => {
      const { body } = await call('GET', '/customization/objects/invoice/fields');
      const kept = (body as { name: string; index: string }[]).find(
        ({ name }) => name === 'rank__c',
      );
      return kept?.index === 'ready';
    };
    // It waits for transactions of whoever else uses the server.
    while (!(await isReady())) await builder.buildOnce(t.clock);
    for (const n of [3, 1, 2]) {
      await made({ region__c: 'north', weight__c: `${n}`, rank__c: `${n}` });
    }
    const listed = async (field: string, op: string, value: unknown, sort: string) => {
      const filter = encodeURIComponent(JSON.stringify({ field, op, value }));
      const answer = await call('GET', `/invoices?filter=${filter}&sort=${sort}&pageSize=200`);
      expect(answer.status).toBe(200);
      const { total, data } = answer.body as { total: number; data: { id: string }[] };
      return { total, ids: data.map(({ id }) => id) };
    };
    for (const [op, value] of [
      ['gte', '2'],
      ['in', ['1', '3']],
      ['ne', '2'],
      ['isNotSet', undefined],
    ] as const) {
      for (const way of ['', '-']) {
        const [kept, plain] = [
          await listed('rank__c', op, value, `${way}rank__c`),
          await listed('weight__c', op, value, `${way}weight__c`),
        ];
        expect(kept).toEqual(plain);
        expect(kept.total).toBeGreaterThan(1);
      }
    }
  });

  it('are on its page and in its schema, and its history names their changes', async () => {
    const invoice = await made({ region__c: 'north', score__c: 7 });
    await call('PATCH', `/invoices/${invoice.id}`, { body: { score__c: 8 } });
    const { body: layout } = await call('GET', `/invoices/${invoice.id}/layout`);
    expect(JSON.stringify(layout)).toContain('"score__c"');
    const { body: schema } = await call('GET', '/invoices/schema');
    expect(schema).toMatchObject({ properties: { score__c: {}, doubled__c: { readOnly: true } } });
    const { body: timeline } = await call('GET', `/invoices/${invoice.id}/timeline`);
    expect(JSON.stringify(timeline)).toContain('"score__c":8');
  });

  it('are the same in an answer that is repeated by its key', async () => {
    const key = { 'idempotency-key': newId() };
    const body = draft({ region__c: 'north', score__c: 5 });
    const first = await call('POST', '/invoices', { body, headers: key });
    const again = await call('POST', '/invoices', { body, headers: key });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body).toMatchObject({ score__c: 5 });
  });
});

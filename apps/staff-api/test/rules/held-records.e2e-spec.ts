import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../access/members.js';
import type { Records } from '../objects/object-records.js';
import { made } from '../objects/objects-support.js';
import { plantRecords } from '../objects/records-support.js';
import { DOCUMENTS, HELD_OBJECTS, NO, NOT_HELD } from './held-operations.js';

let t: TestDatabase;
let api: TestStaffApi;
let records: Records;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  records = await plantRecords(t, api.admin);
  const me = bodyOf<{ user: { email: string } }>(await api.admin.call('GET', '/auth/me'));
  for (const object of Object.keys(HELD_OBJECTS)) {
    await made(api.admin, '/workflows', {
      object,
      name: `Asks of ${object}`,
      trigger: 'create',
      condition: '1 = 2',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
    });
  }
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function planted(object: string, recordId: string): Promise<void> {
  await t.db.write(t.ctx(api.company.companyId), (tx) =>
    tx.run(
      `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
         status, step, steps, asked, requested_at, history)
       values ($1, $2::uuid, $2::uuid, 'Planted', $3, $4, 'Planted', 'waiting', 1,
         '[{"approver": "owner"}]', jsonb_build_array($5::text), now(), '[]')`,
      [api.company.companyId, newId(), object, recordId, newId()],
    ),
  );
}

it('every operation on a document is held, or named with a reason', () => {
  const held = Object.values(DOCUMENTS).flatMap(({ path, all }) =>
    all.map(([method, suffix]) => `${method} ${path}/:id${suffix}`),
  );
  const paths = Object.values(DOCUMENTS).map(({ path }) => `${path}/:id`);
  const offered = api.app
    .get(RouteTable)
    .all()
    .filter(({ method, path }) => method !== 'GET' && paths.some((each) => path.startsWith(each)))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...held, ...Object.keys(NOT_HELD)].toSorted()).toEqual(offered.toSorted());
});

describe('a record that awaits approval', () => {
  it.each(Object.entries(HELD_OBJECTS))('of %s is left as it is', async (object, { path, all }) => {
    const id = records[`${path}/:id`] ?? '';
    await planted(object, id);
    const before = await api.admin.call('GET', `${path}/${id}`);
    expect([before.status, id]).toEqual([200, expect.any(String)]);
    const refused: unknown[] = [];
    const lineId = records[`${path}/:id/lines/:lineId`] ?? '';
    for (const [method, suffix, body] of all) {
      const url = `${path}/${id}${suffix.replace(':lineId', lineId)}`;
      const answer = await api.admin.call(method, url, body && { body });
      refused.push([method, suffix, ...refusal(answer)]);
    }
    expect(refused).toEqual(
      all.map(([method, suffix]) => [method, suffix, 409, 'record_awaits_approval']),
    );
    expect((await api.admin.call('GET', `${path}/${id}`)).body).toEqual(before.body);
  });
});

const GOODS = { description: 'Goods', unitPrice: '1' };
/** The documents that are changed in bulk, a line of each, and how. */
const IN_BULK = [
  ['invoice', '/invoices', { ...GOODS, quantity: '1' }, { notes: 'Otherwise' }],
  [
    'sales-order',
    '/sales-orders',
    { ...GOODS, ordered: '1', taxRate: '19' },
    { internalNotes: 'Otherwise' },
  ],
  ['quote', '/quotes', { ...GOODS, quantity: '1' }, { internalNotes: 'Otherwise' }],
] as const;

describe('a document of many that awaits approval', () => {
  it.each(IN_BULK)('is left out of a change of all: %s', async (object, path, line, patch) => {
    const { id: accountId } = await made(api.admin, '/accounts', { name: `Buyer of ${object}` });
    const draft = { accountId, currency: 'EUR', lines: [line] };
    const [held, other] = [
      await made(api.admin, path, draft),
      await made(api.admin, path, draft),
    ] as const;
    await planted(object, held.id);
    const before = await api.admin.call('GET', `${path}/${held.id}`);
    const body = { ids: [held.id, other.id], patch };
    const answer = await api.admin.call('POST', `${path}/bulk`, { body });
    const problem = expect.objectContaining({ code: 'record_awaits_approval' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        updated: 1,
        failed: 1,
        results: [
          { id: held.id, status: 'failed', problem },
          { id: other.id, status: 'updated' },
        ],
      },
    });
    expect((await api.admin.call('GET', `${path}/${held.id}`)).body).toEqual(before.body);
  });
});

describe('an invoice that awaits approval', () => {
  const post = (path: string, body: object = {}) => api.admin.call('POST', path, { body });

  it('is paid by money that comes in, and not by credit or deposits', async () => {
    const accountId = records['/accounts/:id'] ?? '';
    const to = { accountId, currency: 'EUR' };
    const one = [{ description: 'Goods', quantity: '1', unitPrice: '1.00' }];
    const lines = [{ description: 'Ahead', amount: '10.00', taxRate: '0' }];
    const paid = { amount: '5.00', method: 'cash' };
    const deposit = await made(api.admin, '/deposits', { ...to, lines });
    const note = await made(api.admin, '/credit-notes', { ...to, reason: 'Free', lines: one });
    const other = await made(api.admin, '/invoices', { ...to, lines: one });
    const invoiceId = deposit.id;
    const about = { ...to, invoiceId, reason: 'Less', lines: one };
    const steps = [
      await post(`/invoices/${invoiceId}/send`),
      await post(`/invoices/${invoiceId}/payments`, paid),
      await post(`/credit-notes/${note.id}/issue`),
      await post(`/credit-notes/${note.id}/apply`, { invoiceId, amount: '0.50' }),
    ];
    expect(steps.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
    const payment = bodyOf<{ id: string }>(steps[1] as (typeof steps)[number]);
    const draft = await made(api.admin, '/credit-notes', about);
    await planted('invoice', invoiceId);
    const refused = [
      await post(`/deposits/${invoiceId}/release`, NO),
      await post(`/deposits/${invoiceId}/refund`, NO),
      await post(`/invoices/${other.id}/deduct-deposits`, { deposits: [{ invoiceId }] }),
      await post(`/invoices/${other.id}/deduct-deposits`),
      await post(`/credit-notes/${note.id}/apply`, { invoiceId, amount: '0.50' }),
      await post(`/credit-notes/${note.id}/unapply`, { invoiceId }),
      await post('/credit-notes', about),
      await post(`/credit-notes/${draft.id}/issue`),
      await post(`/payments/${payment.id}/refund`, { ...NO, amount: '1.00' }),
    ];
    expect(refused.map((answer) => refusal(answer))).toEqual(
      refused.map(() => [409, 'record_awaits_approval']),
    );
    const more = { ...paid, amount: '1.00' };
    expect((await post(`/invoices/${invoiceId}/payments`, more)).status).toBe(201);
  });

  it('is asked for by no link and no letter', async () => {
    const accountId = records['/accounts/:id'] ?? '';
    const line = { description: 'Goods', quantity: '1', unitPrice: '10.00' };
    const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31' };
    const draft = { accountId, currency: 'EUR', ...dates, lines: [line] };
    const { id: invoiceId } = await made(api.admin, '/invoices', draft);
    const { id: other } = await made(api.admin, '/invoices', draft);
    const steps = [{ daysAfterDue: 1, action: 'payment_retry' }];
    const schedule = await api.admin.call('PUT', '/dunning/schedule', { body: { steps } });
    expect(schedule.status).toBe(200);
    const run = async (body: object) =>
      bodyOf<{ id: string; plan: { invoiceId: string; blockedBy: string | null }[] }>(
        await post('/dunning/run', body),
      );
    const blocked = async () =>
      (await run({ dryRun: true })).plan.find((each) => each.invoiceId === invoiceId)?.blockedBy;
    expect(await blocked()).not.toBe('awaits_approval');
    await planted('invoice', invoiceId);
    const links = [{ invoiceId }, { invoiceIds: [other, invoiceId] }];
    for (const body of links) {
      expect(refusal(await post('/payments/checkout', body))).toEqual([
        409,
        'record_awaits_approval',
      ]);
    }
    expect(await blocked()).toBe('awaits_approval');
    await run({});
    const { body } = await api.admin.call('GET', `/invoices/${invoiceId}/dunning`);
    expect(body).toMatchObject({ heldBy: 'awaits_approval', attempts: [] });
    expect((await post('/payments/checkout', { invoiceId: other })).status).toBe(201);
  });
});

import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../access/members.js';
import type { Records } from '../objects/object-records.js';
import { made } from '../objects/objects-support.js';
import { plantRecords } from '../objects/records-support.js';

type Operation = readonly [method: string, suffix: string, body?: object];

const NOTED = { notes: 'Otherwise' };
const LINE = { description: 'Goods', unitPrice: '1' };
const GOODS = { ...LINE, quantity: '1' };
const PLAIN: readonly Operation[] = [['DELETE', '']];
const changed = (body: object): Operation => ['PATCH', '', body];
const BODILESS = new Set(['return', 'cancel']);
const posts = (...suffixes: readonly string[]): readonly Operation[] =>
  suffixes.map((suffix) =>
    BODILESS.has(suffix) ? ['POST', `/${suffix}`] : ['POST', `/${suffix}`, {}],
  );

/** What would change a record of each object, or take it anywhere. */
const OPERATIONS: Readonly<Record<string, { path: string; all: readonly Operation[] }>> = {
  lead: { path: '/leads', all: [changed({ name: 'B' }), ...PLAIN, ...posts('convert')] },
  account: { path: '/accounts', all: [changed({ name: 'B' })] },
  contact: { path: '/contacts', all: [changed({ lastName: 'B' }), ...PLAIN] },
  deal: {
    path: '/deals',
    all: [
      changed({ name: 'B' }),
      ...PLAIN,
      ...posts('close-won'),
      ['POST', '/close-lost', { lossReason: 'Price' }],
    ],
  },
  case: { path: '/cases', all: [changed({ subject: 'B' }), ...PLAIN, ...posts('open')] },
  task: { path: '/tasks', all: [changed({ subject: 'B' }), ...PLAIN, ...posts('complete')] },
  activity: { path: '/activities', all: [...PLAIN] },
  campaign: { path: '/campaigns', all: [changed({ name: 'B' }), ...PLAIN] },
  asset: { path: '/assets', all: [changed({ name: 'B' }), ...PLAIN] },
  product: { path: '/products', all: [changed({ name: 'B' }), ...PLAIN] },
  contract: { path: '/contracts', all: [...posts('activate')] },
  quote: {
    path: '/quotes',
    all: [
      changed({ title: 'Otherwise' }),
      ['POST', '/lines', GOODS],
      ...posts('reprice', 'submit', 'approve', 'revise', 'send', 'convert'),
      ['POST', '/return', { note: 'No' }],
      ['POST', '/cancel', { reason: 'No' }],
      ['POST', '/accept', { name: 'Nora', evidence: 'By phone' }],
      ['POST', '/reject', { reason: 'No' }],
    ],
  },
  'sales-order': {
    path: '/sales-orders',
    all: [
      changed(NOTED),
      ['POST', '/lines', { ...LINE, ordered: '1', taxRate: '19' }],
      ...posts('place', 'confirm', 'close', 'start-production', 'deliver'),
      ['POST', '/cancel', { reason: 'No' }],
    ],
  },
  invoice: {
    path: '/invoices',
    all: [
      changed(NOTED),
      ['POST', '/lines', GOODS],
      ...posts('recalculate-tax', 'submit', 'send', 'resend', 'return', 'cancel'),
      ['POST', '/void', { reason: 'No' }],
      ['POST', '/write-off', { reason: 'No' }],
    ],
  },
};

let t: TestDatabase;
let api: TestStaffApi;
let records: Records;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  records = await plantRecords(t, api.admin);
  const me = bodyOf<{ user: { email: string } }>(await api.admin.call('GET', '/auth/me'));
  for (const object of Object.keys(OPERATIONS)) {
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

describe('a record that awaits approval', () => {
  it.each(Object.entries(OPERATIONS))('of %s is left as it is', async (object, { path, all }) => {
    const id = records[`${path}/:id`] ?? '';
    await planted(object, id);
    const before = await api.admin.call('GET', `${path}/${id}`);
    expect([before.status, id]).toEqual([200, expect.any(String)]);
    const refused: unknown[] = [];
    for (const [method, suffix, body] of all) {
      const answer = await api.admin.call(method, `${path}/${id}${suffix}`, body && { body });
      refused.push([method, suffix, ...refusal(answer)]);
    }
    expect(refused).toEqual(
      all.map(([method, suffix]) => [method, suffix, 409, 'record_awaits_approval']),
    );
    expect((await api.admin.call('GET', `${path}/${id}`)).body).toEqual(before.body);
  });
});

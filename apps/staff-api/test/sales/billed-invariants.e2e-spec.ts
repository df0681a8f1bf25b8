import { subscribedInvariants } from '@quittance/billing/host';
import { SETTLED_LINES } from '../../../cli/src/verify/settled-lines.sql.js';
import { Client } from 'pg';
import { damages } from './damage';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { made, type Json, type Made } from '../objects/objects-support';
import { aPlan, aSubscription, call } from './sales-support';
import { billedOn } from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const meter = await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1' };
  const plan = await aPlan(admin, {
    charges: [{ key: 'calls', meterId: meter.id, name: 'Calls', prices: [price] }],
    minimums: [{ currency: 'EUR', amount: '100.00' }],
  });
  await aSubscription(admin, plan);
  await changed();
  await givenBack();
  await billedOn({ t, api, admin }, '2026-03-01');
});

/** One whose change is on a draft, and which ends with that. */
async function changed(): Promise<void> {
  const flat = await aPlan(admin);
  const { id, items } = (await aSubscription(admin, flat)) as Made & { items: Json[] };
  await billedOn({ t, api, admin }, '2026-02-01');
  const wanted = [{ itemId: items[0]?.itemId, planId: flat.id, unitPrice: '80' }];
  t.clock.set('2026-02-15T10:00:00Z');
  const answer = await call(admin, 'POST', `/subscriptions/${id}/change`, { items: wanted });
  expect(answer.status).toBe(200);
  await call(admin, 'POST', `/subscriptions/${id}/cancel`, { at: 'now' });
}

/** One that gives back by a note, and at its end by another what was left to its next invoice. */
async function givenBack(): Promise<void> {
  t.clock.set('2026-02-01T10:00:00Z');
  const flat = await aPlan(admin);
  const { id, items } = (await aSubscription(admin, flat)) as Made & { items: Json[] };
  await billedOn({ t, api, admin }, '2026-02-01');
  const { body } = await call(admin, 'GET', '/invoices?sort=-number&pageSize=1');
  const [newest] = body.data as Json[];
  expect((await call(admin, 'POST', `/invoices/${String(newest?.id)}/send`)).status).toBe(200);
  for (const [day, unitPrice, billing] of [
    ['2026-02-15', '20', 'now'],
    ['2026-02-16', '10', 'next_invoice'],
  ] as const) {
    t.clock.set(`${day}T10:00:00Z`);
    const wanted = [{ itemId: items[0]?.itemId, planId: flat.id, unitPrice }];
    const change = { items: wanted, effective: 'now', billing };
    const answer = await call(admin, 'POST', `/subscriptions/${id}/change`, change);
    expect(answer.status).toBe(200);
  }
  await call(admin, 'POST', `/subscriptions/${id}/cancel`, { at: 'now' });
}

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

const { violated, damage } = damages(() => owner, [...subscribedInvariants, SETTLED_LINES]);

test('what was billed violates nothing', async () => {
  expect(await violated()).toEqual([]);
});

test.each([
  ['I28a', `update billing.schedule set currency = 'USD' where source = 'subscription'`, 'I28g'],
  [
    'I28a',
    `update billing.schedule set source = 'lines', covered_until = null, usage_until = null,
       gaps = null, parts = null where source = 'subscription'`,
    'I28b',
    'I28c',
  ],
  [
    'I28b',
    `insert into billing.billed_item select company_id, schedule_id, item_id, gen_random_uuid(),
       start_on + 1, until_on, full_days, price, amount, invoice_id, line_position
     from billing.billed_item where not own_change and until_on > start_on + 1`,
  ],
  ['I28b', 'update billing.billed_item set until_on = until_on + 1'],
  ['I28c', 'update billing.billed_usage set true_up = true_up + 1'],
  ['I28c', 'update billing.billed_usage set until_on = until_on + 40'],
  ['I28d', 'delete from billing.change_line where amount < 0', 'I28g'],
  ['I28d', 'update billing.change_line set amount = amount + 1', 'I28g'],
  ['I28d', 'update billing.billed_item set amount = amount + 1 where own_change'],
  [
    'I28d',
    'update billing.billed_item set given_back = given_back - 1 where cut_by is not null',
    'I28i',
  ],
  ['I28e', 'update billing.billed_usage set pending = true'],
  ['I28e', 'update billing.change_line set returned = true'],
  [
    'I28e',
    `update billing.change_line l set invoice_id = null from billing.schedule s
     where s.company_id = l.company_id and s.id = l.schedule_id
       and s.status = 'completed'`,
  ],
  [
    'I28g',
    `update billing.change_line set amount = amount - 1
     where credit_note_id is not null and part_of is null and not whole`,
  ],
  ['I28g', 'delete from billing.change_line where part_of is not null'],
  [
    'I28g',
    `insert into billing.change_line (company_id, schedule_id, id, change_id, item_id, made_on,
       start_on, until_on, amount, description, whole, part_of)
     select company_id, schedule_id, gen_random_uuid(), change_id, item_id, made_on, start_on,
       until_on, amount, description, false, id
     from billing.change_line where settled_on is not null`,
    'I28e',
  ],
  [
    'I28f',
    `insert into billing.interim_usage (company_id, schedule_id, start_on, plan_version_id,
       threshold, item_id, until_on, usage, amount, invoice_id)
     select u.company_id, u.schedule_id, u.start_on, u.plan_version_id, n.threshold, u.item_id,
       u.until_on, 500, 400, n.id
     from (select * from billing.billed_usage limit 1) u
     join (select company_id, id, row_number() over (order by id) as threshold
       from receivables.invoice) n on n.company_id = u.company_id and n.threshold <= 2`,
  ],
  ...[
    `'{parts,0,amount}', '"0"'`,
    `'{parts,0,instead}', '"1"'`,
    `'{parts,0,held}', '"1"'`,
    `'{parts,0,id}', ('"' || schedule_id::text || '"')::jsonb`,
  ].map((part) => [
    'I28i',
    `update billing.billed_item set division = jsonb_set(division, ${part})
     where jsonb_array_length(division->'parts') > 0`,
  ]),
  [
    'I28h',
    `update receivables.invoice i set status = 'void', balance = 0, credited_amount = 0,
       closed_at = now() from billing.change_line l
     where l.company_id = i.company_id and l.corrects = i.id and l.of_period
       and l.credit_note_id is not null`,
  ],
])('%s is told', async (invariant, statement, ...others) => {
  expect(await damage(statement)).toEqual([invariant, ...others].sort());
});

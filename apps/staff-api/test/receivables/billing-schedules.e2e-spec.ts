import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, pointersOf, newLinks } from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import {
  activeSchedule,
  billingRun,
  newSchedule,
  SEATS,
  type ScheduleBody,
} from './schedule-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const operate = (id: string, operation: string, body?: object) =>
  call('POST', `/billing-schedules/${id}/${operation}`, { body });
const create = (body: object) =>
  call('POST', '/billing-schedules', {
    body: { accountId, frequency: 'monthly', startDate: '2026-01-31', lines: [SEATS], ...body },
  });

it('is billed before its day when that is wished, and it is logged who wished it', async () => {
  const { id } = await activeSchedule(api.admin, accountId, { startDate: '2026-04-01' });
  const ahead = { asOf: '2026-04-01', scheduleIds: [id] };
  const { body } = await call('GET', '/billing-runs/preview?asOf=2026-04-01');
  const { previewToken } = body as { previewToken: string };
  for (const wish of [ahead, { previewToken }]) {
    const answer = await call('POST', '/billing-runs', { body: wish });
    expect(refusal(answer)).toEqual([422, 'as_of_in_future']);
  }
  const run = await billingRun(t, api.admin, { ...ahead, allowFuture: true });
  expect(run).toMatchObject({ status: 'completed', invoiced: 1 });
  const condition = { field: 'action', op: 'eq', value: 'billing_run.future_allowed' };
  const filter = encodeURIComponent(JSON.stringify(condition));
  expect((await call('GET', `/audit-log?filter=${filter}`)).body).toMatchObject({
    data: [{ after: { asOf: '2026-04-01', today: '2026-03-02' } }],
  });
});

describe('POST /billing-schedules', () => {
  it('writes a draft that says where it starts and what a period comes to', async () => {
    const answer = await call('POST', '/billing-schedules', {
      body: {
        accountId,
        currency: 'USD',
        frequency: 'monthly',
        startDate: '2026-01-31',
        endDate: null,
        lines: [SEATS],
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toContain('1');
    expect(answer.body).toMatchObject({
      version: 1,
      status: 'draft',
      accountId,
      currency: 'USD',
      frequency: 'monthly',
      startDate: '2026-01-31',
      endDate: null,
      nextBillingDate: '2026-01-31',
      billedThrough: null,
      total: '300.00',
      lines: [
        {
          position: 1,
          description: 'Seat',
          quantity: '3',
          unitPrice: '100.00',
          discount: null,
          trigger: 'date',
          triggerDate: null,
          reachedAt: null,
          billedInvoiceId: null,
        },
      ],
    });
  });

  it('keeps a stated total, of which percentage lines take their share', async () => {
    const share = { description: 'Share', trigger: 'percentage', percent: '12.5' };
    const body = bodyOf<ScheduleBody>(await create({ total: '1000.00', lines: [share] }));
    expect(body).toMatchObject({ total: '1000.00', lines: [{ percent: '12.5', unitPrice: null }] });
  });

  it('says everything that is wrong with dates and triggers at once', async () => {
    const answer = await create({
      startDate: '2026-03-01',
      endDate: '2026-02-01',
      lines: [
        { description: 'No price' },
        { description: 'No name', quantity: '1', unitPrice: '1', trigger: 'milestone' },
        { description: 'No share', trigger: 'percentage' },
        { ...SEATS, milestone: 'Go-live' },
        { ...SEATS, triggerDate: '2026-02-28' },
      ],
    });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(pointersOf(answer)).toEqual([
      '/endDate',
      '/lines/0/quantity',
      '/lines/0/unitPrice',
      '/lines/1/milestone',
      '/lines/2/percent',
      '/lines/3/milestone',
      '/lines/4/triggerDate',
    ]);
  });

  it('refuses a percentage of nothing', async () => {
    const share = { description: 'Share', trigger: 'percentage', percent: '10' };
    const answer = await create({ lines: [share] });
    expect([refusal(answer), pointersOf(answer)]).toEqual([[422, 'validation_failed'], ['/total']]);
  });

  it.each([
    ['an unknown account', { accountId: newId() }, 422, '/accountId'],
    [
      'an unknown product',
      { lines: [{ ...SEATS, productId: newId() }] },
      422,
      '/lines/0/productId',
    ],
    ['a frequency that is none', { frequency: 'daily' }, 422, '/frequency'],
    ['a day that is none', { startDate: '2026-02-30' }, 422, '/startDate'],
    ['a start beyond the calendar', { startDate: '9999-12-31' }, 422, '/startDate'],
    ['a fraction of a cent', { currency: 'EUR', total: '1.005' }, 422, '/total'],
    ['an unknown member', { nextBillingDate: '2026-01-01' }, 400, '/nextBillingDate'],
    [
      'an unknown member of a line',
      { lines: [{ ...SEATS, reachedAt: null }] },
      400,
      '/lines/0/reachedAt',
    ],
  ])('refuses %s', async (_, body, status, pointer) => {
    const answer = await create(body);
    expect([answer.status, pointersOf(answer)]).toEqual([status, [pointer]]);
  });
});

describe('PATCH /billing-schedules/{id}', () => {
  it('changes a draft in everything and replaces its lines', async () => {
    const { id } = await newSchedule(api.admin, accountId);
    const body = { startDate: '2026-02-15', frequency: 'weekly', lines: [SEATS, SEATS] };
    const answer = await call('PATCH', `/billing-schedules/${id}`, { body });
    expect(answer.body).toMatchObject({
      version: 2,
      frequency: 'weekly',
      nextBillingDate: '2026-02-15',
      total: '600.00',
      lines: [{ position: 1 }, { position: 2 }],
    });
    expect((await call('GET', `/billing-schedules/${id}`)).body).toEqual(answer.body);
  });

  it('reads amounts again when only the currency of a draft changes', async () => {
    const line = { ...SEATS, discount: { amount: '10' } };
    const { id } = await newSchedule(api.admin, accountId, { lines: [line] });
    const answer = await call('PATCH', `/billing-schedules/${id}`, { body: { currency: 'KWD' } });
    expect(answer.body).toMatchObject({
      total: '290.000',
      lines: [{ discount: { amount: '10.000' } }],
    });
  });

  it('changes the end and the links of a schedule that bills, and nothing else', async () => {
    const { id } = await activeSchedule(api.admin, accountId);
    const { contractId } = await newLinks(api.admin, accountId);
    const body = { endDate: '2026-06-30', contractId };
    expect((await call('PATCH', `/billing-schedules/${id}`, { body })).body).toMatchObject(body);
    const lines = { lines: [SEATS], frequency: 'weekly' };
    const refused = await call('PATCH', `/billing-schedules/${id}`, { body: lines });
    expect(refusal(refused)).toEqual([409, 'schedule_not_editable']);
    expect(bodyOf(refused).detail).toContain('frequency, lines');
  });

  it('refuses a lost update', async () => {
    const { id } = await newSchedule(api.admin, accountId);
    const headers = { 'if-match': '"7"' };
    const answer = await call('PATCH', `/billing-schedules/${id}`, { body: {}, headers });
    expect(refusal(answer)).toEqual([412, 'precondition_failed']);
  });
});

describe('the states of a schedule', () => {
  it('go from draft to active, paused, active again and cancelled', async () => {
    const { id } = await newSchedule(api.admin, accountId);
    const moves = ['activate', 'pause', 'activate', 'cancel'];
    const seen: unknown[] = [];
    for (const move of moves) seen.push(bodyOf(await operate(id, move)).status);
    expect(seen).toEqual(['active', 'paused', 'active', 'cancelled']);
    expect((await call('GET', `/billing-schedules/${id}`)).body).toMatchObject({
      nextBillingDate: null,
    });
  });

  it('go on from a pause with the next date from today on, by backfill the old one', async () => {
    const { id } = await activeSchedule(api.admin, accountId);
    await operate(id, 'pause');
    expect((await operate(id, 'activate')).body).toMatchObject({ nextBillingDate: '2026-03-31' });
    const other = await activeSchedule(api.admin, accountId);
    await operate(other.id, 'pause');
    expect((await operate(other.id, 'activate', { backfill: true })).body).toMatchObject({
      nextBillingDate: '2026-01-31',
    });
  });

  const refused: Record<string, readonly string[]> = {
    draft: ['pause'],
    active: ['activate'],
    paused: ['pause'],
    cancelled: ['activate', 'pause', 'cancel'],
  };
  const way: Record<string, readonly string[]> = {
    draft: [],
    active: ['activate'],
    paused: ['activate', 'pause'],
    cancelled: ['cancel'],
  };
  it.each(Object.keys(refused).flatMap((from) => (refused[from] ?? []).map((to) => [from, to])))(
    'a schedule that is %s refuses to %s with a code and changes nothing',
    async (from = '', operation = '') => {
      const { id } = await newSchedule(api.admin, accountId);
      for (const step of way[from] ?? []) await operate(id, step);
      const before = await call('GET', `/billing-schedules/${id}`);
      expect(refusal(await operate(id, operation))).toEqual([409, 'schedule_status_conflict']);
      expect(await call('GET', `/billing-schedules/${id}`)).toMatchObject({ body: before.body });
    },
  );

  it('refuse activation without lines', async () => {
    const { id } = await newSchedule(api.admin, accountId, { lines: [] });
    expect(refusal(await operate(id, 'activate'))).toEqual([422, 'schedule_has_no_lines']);
  });

  it('never bring a billed one-time schedule back', async () => {
    const { id } = await activeSchedule(api.admin, accountId, { frequency: 'one_time' });
    await billingRun(t, api.admin, { scheduleIds: [id] });
    expect((await call('GET', `/billing-schedules/${id}`)).body).toMatchObject({
      status: 'completed',
      nextBillingDate: null,
      billedThrough: '2026-01-31',
    });
    expect(refusal(await operate(id, 'activate'))).toEqual([409, 'schedule_already_billed']);
  });
});

describe('lines that wait', () => {
  const waiting = [
    { ...SEATS, trigger: 'milestone', milestone: 'Go-live' },
    { ...SEATS, trigger: 'manual' },
  ];

  it('are billed once, in the first invoice after they are reached or released', async () => {
    const { id, lines } = await activeSchedule(api.admin, accountId, { lines: waiting });
    const [milestone, manual] = lines;
    const run = (asOf: string) =>
      billingRun(t, api.admin, { asOf, allowFuture: true, scheduleIds: [id] });
    expect(await run('2026-01-31')).toMatchObject({ invoiced: 0, skipped: 1 });
    const reached = await operate(id, `lines/${milestone?.id}/reach`);
    expect(reached.body).toMatchObject({ lines: [{ reachedAt: t.clock.now() }, {}] });
    expect(await run('2026-02-28')).toMatchObject({ invoiced: 1, skipped: 0 });
    expect((await operate(id, `lines/${manual?.id}/release`)).status).toBe(200);
    expect(await run('2026-03-31')).toMatchObject({ invoiced: 1, skipped: 0 });
    expect(await run('2026-04-30')).toMatchObject({ invoiced: 0, skipped: 1 });
    const after = bodyOf<ScheduleBody>(await call('GET', `/billing-schedules/${id}`));
    expect(after.lines.every(({ billedInvoiceId }) => billedInvoiceId !== null)).toBe(true);
  });

  it.each([
    ['reach', 1],
    ['release', 0],
  ])('refuse to %s what waits for something else', async (operation, position) => {
    const { id, lines } = await newSchedule(api.admin, accountId, { lines: waiting });
    const answer = await operate(id, `lines/${lines[position]?.id}/${operation}`);
    expect(refusal(answer)).toEqual([409, 'schedule_line_conflict']);
  });

  it('are reached once', async () => {
    const { id, lines } = await newSchedule(api.admin, accountId, { lines: waiting });
    await operate(id, `lines/${lines[0]?.id}/reach`);
    expect(refusal(await operate(id, `lines/${lines[0]?.id}/reach`))).toEqual([
      409,
      'schedule_line_conflict',
    ]);
    expect(refusal(await operate(id, `lines/${newId()}/reach`))).toEqual([404, 'not_found']);
  });
});

describe('GET /billing-schedules/{id}/forecast', () => {
  it('tiles the calendar and prices every period', async () => {
    const { id } = await newSchedule(api.admin, accountId, {
      lines: [{ ...SEATS, taxRate: '19' }],
    });
    const answer = await call('GET', `/billing-schedules/${id}/forecast?count=3`);
    expect(answer.body).toMatchObject({
      scheduleId: id,
      currency: 'EUR',
      data: [
        {
          period: 0,
          periodStart: '2026-01-31',
          periodEnd: '2026-02-27',
          issueDate: '2026-01-31',
          dueDate: '2026-03-02',
          ready: true,
          subtotal: '300.00',
          taxTotal: '57.00',
          total: '357.00',
        },
        { period: 1, periodStart: '2026-02-28', periodEnd: '2026-03-30' },
        { period: 2, periodStart: '2026-03-31', periodEnd: '2026-04-29' },
      ],
    });
    const twelve = await call('GET', `/billing-schedules/${id}/forecast`);
    expect(bodyOf<{ data: unknown[] }>(twelve).data).toHaveLength(12);
  });

  it('prices the days alone of a period that ends before its time', async () => {
    const days = { startDate: '2026-01-01', endDate: '2026-02-14', prorate: true };
    const { id } = await newSchedule(api.admin, accountId, days);
    const { body } = await call('GET', `/billing-schedules/${id}/forecast?count=5`);
    expect(body).toMatchObject({ data: [{ total: '300.00' }, { total: '150.00' }] });
  });

  it.each(['0', '501', 'x'])('refuses a count of %s', async (count) => {
    const { id } = await newSchedule(api.admin, accountId);
    const answer = await call('GET', `/billing-schedules/${id}/forecast?count=${count}`);
    expect([400, 422]).toContain(answer.status);
    expect(pointersOf(answer)).toEqual(['count']);
  });
});

describe('GET /billing-schedules', () => {
  it('is filtered, sorted and counted', async () => {
    const other = await newAccount(t, api.company);
    await newSchedule(api.admin, other, { startDate: '2026-05-01' });
    await newSchedule(api.admin, other, { startDate: '2026-04-01' });
    const filter = JSON.stringify({ field: 'accountId', op: 'eq', value: other });
    const answer = await call(
      'GET',
      `/billing-schedules?sort=nextBillingDate&filter=${encodeURIComponent(filter)}`,
    );
    expect(answer.body).toMatchObject({
      total: 2,
      data: [{ startDate: '2026-04-01' }, { startDate: '2026-05-01' }],
    });
  });

  it('looks for the next billing date as it shows it: none of those that are over', async () => {
    const other = await api.newAdmin();
    const account = await newAccount(t, t.ctx(other.companyId));
    const over = await activeSchedule(other, account);
    const { id } = await activeSchedule(other, account);
    await other.call('POST', `/billing-schedules/${over.id}/cancel`);
    const found = async (condition: object) => {
      const filter = encodeURIComponent(JSON.stringify(condition));
      const answer = await other.call('GET', `/billing-schedules?filter=${filter}`);
      return bodyOf<{ data: ScheduleBody[] }>(answer).data.map((each) => each.id);
    };
    const due = { field: 'nextBillingDate', op: 'lte', value: '2026-03-01' };
    expect(await found(due)).toEqual([id]);
    expect(await found({ field: 'nextBillingDate', op: 'isNotSet' })).toEqual([over.id]);
  });

  it('is closed to whoever may not view schedules, and says which right is missing', async () => {
    const mia = await memberWith(api, { matrix: { invoices: ['view'] } });
    const answer = await mia.call('GET', '/billing-schedules');
    expect(refusal(answer)).toEqual([403, 'permission_denied']);
    expect(bodyOf(answer).detail).toContain('billing-schedules');
  });

  it('shows nothing of another company', async () => {
    const { id } = await newSchedule(api.admin, accountId);
    const stranger = await api.newAdmin();
    expect(refusal(await stranger.call('GET', `/billing-schedules/${id}`))).toEqual([
      404,
      'not_found',
    ]);
    expect((await stranger.call('GET', '/billing-schedules')).body).toMatchObject({ total: 0 });
  });
});

import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, pointersOf, newLinks } from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import {
  activeSchedule,
  billingRun,
  newSchedule,
  SEATS,
  workOff,
  type RunBody,
} from './schedule-support.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

/** A company with a customer of its own, so that what is due is due to this test alone. */
async function newBooks(): Promise<{ client: StaffClient; accountId: string }> {
  const ctx = await t.newCompany();
  return { client: await api.newAdmin(ctx), accountId: await newAccount(t, ctx) };
}

interface PreviewBody {
  readonly previewToken: string;
  readonly total: number;
  readonly data: readonly { scheduleId: string; invoices: readonly object[] }[];
}

const preview = async (client: StaffClient, query = 'asOf=2026-03-31') =>
  bodyOf<PreviewBody>(await client.call('GET', `/billing-runs/preview?${query}`));

describe('POST /billing-runs', () => {
  it('is accepted, carried out by the worker, and shows its progress', async () => {
    const { client, accountId } = await newBooks();
    await activeSchedule(client, accountId);
    const queued = await client.call('POST', '/billing-runs', { body: { asOf: '2026-01-31' } });
    expect(queued.status).toBe(202);
    expect(queued.body).toMatchObject({
      status: 'queued',
      asOf: '2026-01-31',
      catchUp: false,
      scheduled: 0,
      invoiced: 0,
      skipped: 0,
      failed: 0,
      failures: [],
    });
    await workOff(t, client);
    const { id } = queued.body as RunBody;
    expect((await client.call('GET', `/billing-runs/${id}`)).body).toMatchObject({
      status: 'completed',
      scheduled: 1,
      invoiced: 1,
      failures: [],
      startedAt: t.clock.now(),
      finishedAt: t.clock.now(),
      startedBy: { kind: 'staff', name: 'Ada Admin' },
    });
  });

  it('makes draft invoices that carry period, links, lines and tax of their schedule', async () => {
    const { client, accountId } = await newBooks();
    const lines = [{ ...SEATS, taxRate: '19', discount: { percent: '10' } }];
    const links = await newLinks(client, accountId);
    const { id } = await activeSchedule(client, accountId, { lines, ...links });
    await billingRun(t, client, { asOf: '2026-01-31' });
    const list = await client.call('GET', '/invoices');
    const [{ id: invoiceId }] = bodyOf<{ data: [{ id: string }] }>(list).data;
    expect((await client.call('GET', `/invoices/${invoiceId}`)).body).toMatchObject({
      number: 'INV-000001',
      status: 'draft',
      accountId,
      scheduleId: id,
      ...links,
      issueDate: '2026-01-31',
      dueDate: '2026-03-02',
      periodStart: '2026-01-31',
      periodEnd: '2026-02-27',
      billTo: { name: 'Acme GmbH' },
      subtotal: '270.00',
      taxTotal: '51.30',
      total: '321.30',
      balance: '321.30',
      lines: [
        {
          description: 'Seat',
          quantity: '3',
          unitPrice: '100.00',
          discount: { percent: '10' },
          net: '270.00',
          taxRate: '19',
          tax: '51.30',
        },
      ],
    });
  });

  it('bills 31 January, 28 February and 31 March when it catches up', async () => {
    const { client, accountId } = await newBooks();
    const { id } = await activeSchedule(client, accountId);
    const ahead = { catchUp: true, allowFuture: true };
    const run = await billingRun(t, client, { asOf: '2026-03-31', ...ahead });
    expect(run).toMatchObject({ status: 'completed', scheduled: 1, invoiced: 3 });
    const list = await client.call('GET', '/invoices?sort=issueDate');
    expect(bodyOf(list).data).toMatchObject([
      { issueDate: '2026-01-31' },
      { issueDate: '2026-02-28' },
      { issueDate: '2026-03-31' },
    ]);
    expect((await client.call('GET', `/billing-schedules/${id}`)).body).toMatchObject({
      nextBillingDate: '2026-04-30',
      billedThrough: '2026-03-31',
    });
  });

  it('keeps the period of what it made, by which it knows that it was billed', async () => {
    const { client, accountId } = await newBooks();
    await activeSchedule(client, accountId, { startDate: '2026-01-01' });
    await billingRun(t, client, { asOf: '2026-02-01', catchUp: true });
    const list = await client.call('GET', '/invoices?sort=-issueDate');
    const [{ id }] = bodyOf<{ data: [{ id: string }] }>(list).data;
    const change = (body: object) => client.call('PATCH', `/invoices/${id}`, { body });
    const moved = [
      await change({ periodStart: '2026-01-01' }),
      await change({ periodStart: '2026-03-01', periodEnd: '2026-03-31' }),
      await change({ periodStart: null, periodEnd: null }),
    ];
    expect(moved.map(refusal)).toEqual(Array(3).fill([422, 'validation_failed']));
    expect(moved.map(pointersOf)[1]).toEqual(['/periodEnd', '/periodStart']);
    const kept = await change({ periodStart: '2026-02-01', periodEnd: '2026-02-28', notes: 'x' });
    expect(kept.body).toMatchObject({ periodStart: '2026-02-01', notes: 'x' });
    const next = await billingRun(t, client, { asOf: '2026-03-01' });
    expect(next).toMatchObject({ invoiced: 1, failed: 0 });
  });

  it('takes today in the time zone of the company unless told', async () => {
    const ctx = await t.newCompany({ timeZone: 'Pacific/Auckland' });
    const client = await api.newAdmin(ctx);
    t.clock.set('2026-03-02T12:30:00Z');
    const answer = await client.call('POST', '/billing-runs');
    t.clock.set('2026-03-02T09:00:00Z');
    expect(answer.body).toMatchObject({ asOf: '2026-03-03' });
  });

  it('lists each schedule that could not be billed with code and sentence', async () => {
    const { client, accountId } = await newBooks();
    const good = await activeSchedule(client, accountId);
    const paused = await newSchedule(client, accountId);
    const debit = { ...SEATS, trigger: 'manual', quantity: '-4' };
    const { id, lines } = await activeSchedule(client, accountId, { total: '1', lines: [debit] });
    await client.call('POST', `/billing-schedules/${id}/lines/${lines[0]?.id}/release`);
    const scheduleIds = [good.id, paused.id, id];
    const run = await billingRun(t, client, { asOf: '2026-02-01', scheduleIds });
    expect(run).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 3,
      invoiced: 1,
      failed: 2,
    });
    const codes = run.failures.map(({ scheduleId, code }) => [scheduleId, code]);
    expect(new Map(codes as [string, string][])).toEqual(
      new Map([
        [paused.id, 'schedule_status_conflict'],
        [id, 'invoice_total_negative'],
      ]),
    );
    const listed = await client.call('GET', `/billing-runs/${run.id}/failures?pageSize=1`);
    expect(listed.body).toMatchObject({ total: 2, data: [{ detail: expect.any(String) }] });
  });

  it('refuses unknown schedules, pointing at each', async () => {
    const { client, accountId } = await newBooks();
    const { id } = await activeSchedule(client, accountId);
    const scheduleIds = [newId(), id, newId()];
    const answer = await client.call('POST', '/billing-runs', { body: { scheduleIds } });
    expect(refusal(answer)).toEqual([422, 'reference_not_found']);
    expect(pointersOf(answer)).toEqual(['/scheduleIds/0', '/scheduleIds/2']);
  });

  it('needs the right to create billing schedules', async () => {
    const mia = await memberWith(api, { matrix: { 'billing-schedules': ['view'] } });
    expect(refusal(await mia.call('POST', '/billing-runs', { body: {} }))).toEqual([
      403,
      'permission_denied',
    ]);
    expect((await mia.call('GET', '/billing-runs')).status).toBe(200);
  });

  it('shows its runs to no other company', async () => {
    const { client } = await newBooks();
    const { id } = await billingRun(t, client, { asOf: '2026-01-31' });
    const { client: stranger } = await newBooks();
    expect(refusal(await stranger.call('GET', `/billing-runs/${id}`))).toEqual([404, 'not_found']);
    expect((await stranger.call('GET', '/billing-runs')).body).toMatchObject({ total: 0 });
    const failures = await stranger.call('GET', `/billing-runs/${id}/failures`);
    expect(refusal(failures)).toEqual([404, 'not_found']);
  });
});

describe('GET /billing-runs/preview', () => {
  it('shows due schedules, customers and amounts and creates nothing', async () => {
    const { client, accountId } = await newBooks();
    const lines = [{ ...SEATS, taxRate: '19' }];
    await activeSchedule(client, accountId, { lines });
    await activeSchedule(client, accountId, { lines, currency: 'JPY', startDate: '2026-02-01' });
    await activeSchedule(client, accountId, { startDate: '2026-06-01' });
    expect(await preview(client)).toMatchObject({
      asOf: '2026-03-31',
      catchUp: false,
      scheduled: 2,
      invoices: 2,
      skipped: 0,
      failed: 0,
      customers: 1,
      totals: [
        { currency: 'EUR', invoices: 1, subtotal: '300.00', taxTotal: '57.00', total: '357.00' },
        { currency: 'JPY', invoices: 1, subtotal: '300', taxTotal: '57', total: '357' },
      ],
      data: [
        {
          accountId,
          accountName: 'Acme GmbH',
          nextBillingDate: '2026-01-31',
          total: '357.00',
          invoices: [{ issueDate: '2026-01-31', dueDate: '2026-03-02', total: '357.00' }],
          after: { status: 'active', nextBillingDate: '2026-02-28' },
          failure: null,
        },
        { nextBillingDate: '2026-02-01', currency: 'JPY' },
      ],
      total: 2,
      page: 1,
      pageSize: 50,
    });
    expect((await client.call('GET', '/invoices')).body).toMatchObject({ total: 0 });
    expect((await client.call('GET', '/billing-runs')).body).toMatchObject({ total: 0 });
  });

  it('shows the failures that the run would list; its pages tile and bear one token', async () => {
    const { client, accountId } = await newBooks();
    const debit = { ...SEATS, trigger: 'manual', quantity: '-4' };
    const bad = await activeSchedule(client, accountId, { total: '1', lines: [debit] });
    await client.call('POST', `/billing-schedules/${bad.id}/lines/${bad.lines[0]?.id}/release`);
    for (let i = 0; i < 3; i += 1) await activeSchedule(client, accountId);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => preview(client, `asOf=2026-03-31&pageSize=1&page=${page}`)),
    );
    const whole = await preview(client);
    expect(whole).toMatchObject({ scheduled: 4, invoices: 3, failed: 1 });
    expect(whole.data).toContainEqual(
      expect.objectContaining({
        scheduleId: bad.id,
        failure: expect.objectContaining({ code: 'invoice_total_negative' }),
      }),
    );
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
    expect(new Set(pages.map(({ previewToken }) => previewToken)).size).toBe(1);
  });

  it('is, to the byte, what the run makes', async () => {
    const { client, accountId } = await newBooks();
    const share = { description: 'Share', trigger: 'percentage', percent: '33.333333' };
    await activeSchedule(client, accountId, {
      total: '1000.01',
      lines: [share, { ...SEATS, taxRate: '7.7', discount: { amount: '0.03' } }],
    });
    await activeSchedule(client, accountId, { frequency: 'weekly', pricesIncludeTax: true });
    const query = 'asOf=2026-03-31&catchUp=true&pageSize=200';
    const { data, previewToken } = await preview(client, query);
    const run = await billingRun(t, client, { previewToken, allowFuture: true });
    expect(run).toMatchObject({ status: 'completed' });
    expect(run).toMatchObject({ asOf: '2026-03-31', catchUp: true });
    expect(await billedAsPreviewed(client)).toEqual(
      data.flatMap(({ scheduleId, invoices }) =>
        invoices.map((invoice) => ({ scheduleId, ...invoice })),
      ),
    );
  });
});

/** Every invoice of a company in the shape of the preview, in the order of the run. */
async function billedAsPreviewed(client: StaffClient): Promise<object[]> {
  const list = await client.call('GET', '/invoices?sort=number&pageSize=200');
  const { data } = bodyOf<{ data: { id: string }[] }>(list);
  const invoices = await Promise.all(
    data.map(async ({ id }) => bodyOf(await client.call('GET', `/invoices/${id}`))),
  );
  return invoices.map((invoice) => ({
    scheduleId: invoice.scheduleId,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    billTo: invoice.billTo,
    pricesIncludeTax: invoice.pricesIncludeTax,
    taxRounding: invoice.taxRounding,
    lines: (invoice.lines as Record<string, unknown>[]).map((line) => ({
      ...said(line, ['productId', 'description', 'periodStart', 'periodEnd']),
      ...said(line, ['quantity', 'unitPrice']),
      scheduleLineId: expect.any(String),
      discountAmount: line.discountAmount,
      ...said(line, ['net', 'taxCode', 'taxRate']),
      // Only a preview says by how much a volume price fell, which none here does.
      fellFrom: null,
      taxFallback: line.taxFallback,
      taxCategory: line.taxCategory,
      taxReason: line.taxReason,
      taxUndetermined: line.taxUndetermined,
      tax: line.tax,
      total: line.total,
    })),
    subtotal: invoice.subtotal,
    taxTotal: invoice.taxTotal,
    total: invoice.total,
  }));
}

const said = (line: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, line[name]]));

describe('a run that is held to a preview', () => {
  it('refuses and names the schedules when anything has changed', async () => {
    const { client, accountId } = await newBooks();
    const gone = await activeSchedule(client, accountId);
    const changed = await activeSchedule(client, accountId, {
      lines: [SEATS, { ...SEATS, trigger: 'manual' }],
    });
    await activeSchedule(client, accountId);
    const { previewToken } = await preview(client);
    await client.call('POST', `/billing-schedules/${gone.id}/pause`);
    await client.call(
      'POST',
      `/billing-schedules/${changed.id}/lines/${changed.lines[1]?.id}/release`,
    );
    const added = await activeSchedule(client, accountId, { startDate: '2026-02-02' });
    const answer = await client.call('POST', '/billing-runs', { body: { previewToken } });
    expect(refusal(answer)).toEqual([409, 'preview_changed']);
    const { detail, errors } = bodyOf<{ detail: string; errors: object[] }>(answer);
    for (const { id } of [gone, changed, added]) expect(detail).toContain(id);
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'schedule_gone',
          message: expect.stringContaining(gone.id),
        }),
        expect.objectContaining({ code: 'schedule_changed' }),
        expect.objectContaining({ code: 'schedule_added' }),
      ]),
    );
    expect((await client.call('GET', '/billing-runs')).body).toMatchObject({ total: 0 });
  });

  it('fails without billing anything when the change comes before the worker does', async () => {
    const { client, accountId } = await newBooks();
    const { id } = await activeSchedule(client, accountId);
    await activeSchedule(client, accountId);
    const { previewToken } = await preview(client);
    const ahead = { previewToken, allowFuture: true };
    const queued = await client.call('POST', '/billing-runs', { body: ahead });
    await client.call('POST', `/billing-schedules/${id}/pause`);
    await workOff(t, client);
    const run = await client.call('GET', `/billing-runs/${(queued.body as RunBody).id}`);
    expect(run.body).toMatchObject({
      status: 'failed',
      invoiced: 0,
      error: { code: 'preview_changed', detail: expect.stringContaining(id) },
    });
  });

  it.each([
    ['another date', { asOf: '2026-04-01' }, '/asOf'],
    ['another reach', { catchUp: true }, '/catchUp'],
    ['a choice of schedules', { scheduleIds: [newId()] }, '/scheduleIds'],
    ['no token', { previewToken: 'abc' }, '/previewToken'],
  ])('is refused with %s', async (_, body, pointer) => {
    const { client } = await newBooks();
    const { previewToken } = await preview(client);
    const answer = await client.call('POST', '/billing-runs', { body: { previewToken, ...body } });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(pointersOf(answer)).toEqual([pointer]);
  });
});

import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { refusal } from '../access/members.js';
import { newAccount, pointersOf } from './billing-support.js';
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

describe('POST /billing-schedules/:id/cancel-within-period', () => {
  const TAXED = { ...SEATS, taxRate: '19' };
  const once = { ...TAXED, description: 'Set-up', triggerDate: '2026-03-01' };
  const billed = async (body: object = {}) => {
    const terms = { startDate: '2026-02-01', lines: [TAXED, once], ...body };
    const { id } = await activeSchedule(api.admin, accountId, terms);
    await billingRun(t, api.admin, { asOf: '2026-03-01', scheduleIds: [id], catchUp: true });
    return id;
  };
  const invoicesOf = async (id: string) => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'scheduleId', op: 'eq', value: id }));
    const { body } = await call('GET', `/invoices?sort=issueDate&filter=${filter}`);
    return (body as { data: { id: string; total: string; balance: string; status: string }[] })
      .data;
  };
  interface Cancelled {
    readonly total: string;
    readonly schedule: { readonly status: string };
    readonly lines: readonly { creditNoteId: string | null; amount: string; days: number }[];
  }

  it('credits the days that were billed and are not served, as its preview told', async () => {
    const id = await billed();
    const [february, march] = await invoicesOf(id);
    await call('POST', `/invoices/${february?.id}/send`, { body: {} });
    const ask = { on: '2026-02-15' };
    const told = await operate(id, 'cancel-within-period/preview', ask);
    expect(told.body).toMatchObject({
      total: '450.00',
      schedule: { status: 'cancelled', nextBillingDate: null },
    });
    const kept = await call('GET', `/billing-schedules/${id}`);
    expect(kept.body).toMatchObject({ status: 'active' });
    const done = (await operate(id, 'cancel-within-period', ask)).body as Cancelled;
    expect(done).toMatchObject({ total: '450.00', schedule: { status: 'cancelled' } });
    // 14 of 28 days of the seats of February, and all of March, which is still a draft.
    expect(done.lines).toMatchObject([
      { days: 14, amount: '150.00', creditNoteId: expect.any(String) },
      { days: 31, amount: '300.00', creditNoteId: null },
    ]);
    const note = await call('GET', `/credit-notes/${done.lines[0]?.creditNoteId}`);
    expect(note.body).toMatchObject({ total: '178.50', status: 'applied' });
    const [sent, draft] = await invoicesOf(id);
    expect(sent).toMatchObject({ id: february?.id, total: '357.00', balance: '178.50' });
    expect(draft).toMatchObject({ id: march?.id, status: 'draft', total: '357.00' });
    const again = await operate(id, 'cancel-within-period', ask);
    expect(refusal(again)).toEqual([409, 'schedule_status_conflict']);
  });

  it('gives back gross prices to the cent, and no more than a note by hand has left', async () => {
    const id = await billed({ pricesIncludeTax: true, lines: [TAXED] });
    const [february] = await invoicesOf(id);
    await call('POST', `/invoices/${february?.id}/send`, { body: {} });
    const byHand = {
      accountId,
      invoiceId: february?.id,
      reason: 'Goodwill',
      lines: [{ ...SEATS, quantity: '2', trigger: undefined, taxCode: undefined }],
    };
    const { lines } = (await call('GET', `/invoices/${february?.id}`)).body as ScheduleBody;
    const own = { ...byHand.lines[0], invoiceLineId: lines[0]?.id };
    await call('POST', '/credit-notes', { body: { ...byHand, lines: [own] } });
    const done = (await operate(id, 'cancel-within-period', { on: '2026-02-08' }))
      .body as Cancelled;
    expect(done.lines.map(({ amount }) => amount)).toEqual(['100.00', '300.00']);
    const note = await call('GET', `/credit-notes/${done.lines[0]?.creditNoteId}`);
    expect(note.body).toMatchObject({ total: '100.00' });
    // Nothing is left of the draft of March, which is no document then.
    const [, march] = await invoicesOf(id);
    expect(march).toMatchObject({ status: 'cancelled', balance: '0.00' });
  });

  interface Terms {
    readonly pricesIncludeTax?: boolean;
    readonly twice?: boolean;
    readonly taxRate?: string;
    readonly unitPrice?: string;
  }

  it.each([
    ['without tax', { taxRate: '0' }, '10.00', { total: '90.00', note: '90.00', tax: '0.00' }],
    ['with tax', { taxRate: '23' }, '10.00', { total: '90.00', note: '110.70', tax: '20.70' }],
    ['gross', { pricesIncludeTax: true }, '12.30', { total: '87.70', note: '87.70', tax: '16.40' }],
    ['most of it', { unitPrice: '200' }, '150.00', { total: '50.00', note: '61.50', tax: '11.50' }],
    ['two lines', { twice: true }, '150.00', { total: '50.00', note: '61.50', tax: '11.50' }],
  ])('counts what a note by hand gave back of no line: %s', async (_, terms, byHand, back) => {
    const { pricesIncludeTax = false, twice = false, ...of }: Terms = { taxRate: '23', ...terms };
    const line = { ...SEATS, quantity: '1', unitPrice: '100.00', ...of };
    const lines = twice ? [line, { ...line, description: 'Storage' }] : [line];
    const startDate = '2026-03-01';
    const id = await billed({ startDate, lines, pricesIncludeTax });
    const [march] = await invoicesOf(id);
    await call('POST', `/invoices/${march?.id}/send`, { body: {} });
    const one = { description: 'Goodwill', productId: null, quantity: '1', unitPrice: byHand };
    const goodwill = { accountId, invoiceId: march?.id, reason: 'Goodwill', lines: [one] };
    expect((await call('POST', '/credit-notes', { body: goodwill })).status).toBe(201);
    const ask = { on: startDate };
    const told = await operate(id, 'cancel-within-period/preview', ask);
    expect(told.body).toMatchObject({ total: back.total });
    const answer = await operate(id, 'cancel-within-period', ask);
    expect(answer).toMatchObject({ status: 200, body: { total: back.total } });
    const [first] = (answer.body as Cancelled).lines;
    const note = await call('GET', `/credit-notes/${first?.creditNoteId}`);
    expect(note.body).toMatchObject({ total: back.note, taxTotal: back.tax });
  });

  it('refuses a day until which nothing is billed, and one before the start', async () => {
    const { id } = await activeSchedule(api.admin, accountId, { startDate: '2026-02-01' });
    const refused = async (on: string) =>
      pointersOf(await operate(id, 'cancel-within-period', { on }));
    expect(await refused('2026-02-02')).toEqual(['/on']);
    expect(await refused('2026-01-31')).toEqual(['/on']);
    const end = await operate(id, 'cancel-within-period', { on: '2026-02-01' });
    expect(end.body).toMatchObject({ total: '0.00', lines: [] });
  });
});

describe('anchorDate', () => {
  const DAYS = { startDate: '2026-01-20', anchorDate: '2026-02-01' };
  it('prices the days alone of a first period before its anchor, and bills them so', async () => {
    const { id } = await newSchedule(api.admin, accountId, DAYS);
    const { body } = await call('GET', `/billing-schedules/${id}/forecast?count=2`);
    expect(body).toMatchObject({
      data: [
        { periodStart: '2026-01-20', periodEnd: '2026-01-31', total: '116.13' },
        { periodStart: '2026-02-01', periodEnd: '2026-02-28', total: '300.00' },
      ],
    });
    await call('POST', `/billing-schedules/${id}/activate`);
    await billingRun(t, api.admin, { scheduleIds: [id], catchUp: true });
    const ofIt = encodeURIComponent(JSON.stringify({ field: 'scheduleId', op: 'eq', value: id }));
    expect((await call('GET', `/invoices?sort=issueDate&filter=${ofIt}`)).body).toMatchObject({
      data: [
        { periodStart: '2026-01-20', periodEnd: '2026-01-31', total: '116.13' },
        { periodStart: '2026-02-01', periodEnd: '2026-02-28', total: '300.00' },
        { periodStart: '2026-03-01', periodEnd: '2026-03-31', total: '300.00' },
      ],
    });
  });

  it.each([
    [{ frequency: 'one_time' }, 'one_time'],
    [{ anchorDate: '2026-01-19' }, 'min'],
    [{ anchorDate: '2026-02-21' }, 'max'],
    [{ anchorDate: '3000-01-01' }, 'range'],
  ])('refuses an anchor where no part of a period ends: %j', async (said, code) => {
    const terms = { accountId, frequency: 'monthly', lines: [SEATS], ...DAYS, ...said };
    const answer = await call('POST', '/billing-schedules', { body: terms });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/anchorDate', code }] });
  });
});

import { undisputedBalances } from '@quittance/receivables/host';
import { newId, type InvoiceId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LINE, newAccount, pointersOf, sentInvoice, type InvoiceBody } from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

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
const operate = (id: string, operation: string, body: object = {}) =>
  call('POST', `/invoices/${id}/${operation}`, { body });
const dispute = (id: string, body: object = {}) =>
  operate(id, 'dispute', { reason: 'Too much', ...body });
const pay = (id: string, amount: string) => operate(id, 'payments', { amount, method: 'cash' });
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;
const twoLines = () =>
  sentInvoice(api.admin, accountId, { lines: [LINE, { ...LINE, unitPrice: '50.00' }] });

async function historyOf(id: string): Promise<unknown[]> {
  return bodyOf<{ data: unknown[] }>(await call('GET', `/invoices/${id}/disputes`)).data;
}

/** What dunning may ask for, in minor units. */
async function undisputed(id: string): Promise<bigint | undefined> {
  const invoiceId = id as InvoiceId;
  return t.db.read(api.company, async (tx) =>
    (await undisputedBalances(tx, [invoiceId, newId()])).get(invoiceId),
  );
}

describe('a dispute', () => {
  it('is about all that is open unless something is said', async () => {
    const { id } = await twoLines();
    await pay(id, '20.00');
    expect((await dispute(id)).body).toMatchObject({
      status: 'disputed',
      balance: '130.00',
      disputedAmount: '130.00',
      dispute: { amount: '130.00', lineIds: [], reason: 'Too much', openedBy: { kind: 'staff' } },
    });
    expect(await undisputed(id)).toBe(0n);
  });

  it('is about an amount or lines, and the rest ages on and can be paid meanwhile', async () => {
    const { id, lines } = await twoLines();
    const lineIds = [lines[1]?.id];
    const opened = await dispute(id, { lineIds });
    expect(opened.body).toMatchObject({
      disputedAmount: '50.00',
      dispute: { amount: '50.00', lineIds },
    });
    expect(await undisputed(id)).toBe(10_000n);
    await pay(id, '100.00');
    expect(await invoiceNow(id)).toMatchObject({
      status: 'partially_paid',
      balance: '50.00',
      disputedAmount: '50.00',
      dispute: { closedAt: null },
    });
    expect(await undisputed(id)).toBe(0n);
    expect(refusal(await dispute(id))).toEqual([409, 'dispute_already_open']);
    const resolved = await operate(id, 'resolve', { outcome: 'accepted', note: 'Credited' });
    expect(resolved.body).toMatchObject({
      status: 'partially_paid',
      disputedAmount: '0.00',
      dispute: { outcome: 'accepted', note: 'Credited', closedBy: { kind: 'staff' } },
    });
    expect(await undisputed(id)).toBe(5_000n);
  });

  it('ends when money reaches the disputed part', async () => {
    const { id } = await twoLines();
    await dispute(id, { amount: '50.00' });
    await pay(id, '100.01');
    expect(await invoiceNow(id)).toMatchObject({
      status: 'partially_paid',
      disputedAmount: '0.00',
      dispute: { outcome: 'settled' },
    });
    expect(refusal(await operate(id, 'resolve'))).toEqual([409, 'invoice_status_conflict']);
  });

  it('is kept with all before it, the latest first', async () => {
    const { id } = await twoLines();
    await dispute(id, { reason: 'First', amount: '10.00' });
    await operate(id, 'resolve', { outcome: 'rejected' });
    await dispute(id, { reason: 'Second' });
    await operate(id, 'void', { reason: 'Never ordered' });
    expect(await historyOf(id)).toMatchObject([
      {
        reason: 'Second',
        amount: '150.00',
        currency: 'EUR',
        outcome: 'voided',
        note: 'Never ordered',
      },
      { reason: 'First', amount: '10.00', invoiceId: id, outcome: 'rejected', note: null },
    ]);
    expect(await historyOf((await twoLines()).id)).toEqual([]);
    expect(refusal(await call('GET', `/invoices/${newId()}/disputes`))).toEqual([404, 'not_found']);
  });

  it('is never about more than is open, nor about other lines', async () => {
    const { id, lines } = await twoLines();
    const line = lines[1]?.id;
    const answers = [
      await dispute(id, { amount: '150.01' }),
      await dispute(id, { amount: '50.01', lineIds: [line] }),
      await dispute(id, { lineIds: [line, newId()] }),
      await dispute(id, { lineIds: [line, line] }),
      await dispute(id, { amount: '0' }),
      await operate(id, 'resolve', { outcome: 'settled' }),
    ];
    expect(answers.map(refusal)).toEqual([
      [422, 'dispute_exceeds_balance'],
      [422, 'dispute_exceeds_balance'],
      [422, 'reference_not_found'],
      ...Array(3).fill([422, 'validation_failed']),
    ]);
    expect(answers.flatMap(pointersOf)).toEqual([
      '/amount',
      '/amount',
      '/lineIds/1',
      '/lineIds/1',
      '/amount',
      '/outcome',
    ]);
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', dispute: null });
  });

  it('can be looked for by its amount', async () => {
    const { id } = await twoLines();
    await dispute(id, { amount: '12.34' });
    const filter = JSON.stringify({ field: 'disputedAmount', op: 'eq', value: '12.34' });
    const found = await call('GET', `/invoices?filter=${encodeURIComponent(filter)}`);
    expect(found.body).toMatchObject({ total: 1, data: [{ id, disputedAmount: '12.34' }] });
  });

  it('shows in the status of a past day until the rest is paid', async () => {
    const { id } = await twoLines();
    await dispute(id, { amount: '10.00' });
    const statusOf = async () => {
      const answer = await call('GET', '/invoices/statistics?asOf=2026-03-02');
      const { statuses } = bodyOf<{ statuses: { status: string; count: number }[] }>(answer);
      return new Map(statuses.map(({ status, count }) => [status, count]));
    };
    const before = await statusOf();
    await pay(id, '1.00');
    const after = await statusOf();
    expect(await invoiceNow(id)).toMatchObject({ status: 'partially_paid' });
    expect(after.get('disputed') ?? 0).toBe((before.get('disputed') ?? 0) - 1);
    expect(after.get('partially_paid') ?? 0).toBe((before.get('partially_paid') ?? 0) + 1);
  });

  it('is read and opened by those who may', async () => {
    const { id } = await twoLines();
    const viewer = await memberWith(api, { matrix: { invoices: ['view'] } });
    expect((await viewer.call('GET', `/invoices/${id}/disputes`)).status).toBe(200);
    const refused = await viewer.call('POST', `/invoices/${id}/dispute`, { body: {} });
    expect(refusal(refused)).toEqual([403, 'permission_denied']);
    const other = await api.newAdmin();
    expect(refusal(await other.call('GET', `/invoices/${id}/disputes`))).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('credit that a company lets go out by itself', () => {
  let own: string;
  const automatic = (autoApplyCredit: boolean) =>
    call('PATCH', '/company', { body: { autoApplyCredit } });
  beforeEach(async () => {
    own = await newAccount(t, api.company);
    await automatic(true);
  });
  afterAll(() => automatic(false));

  const invoice = (unitPrice: string, more: object = {}) =>
    sentInvoice(api.admin, own, { lines: [{ ...LINE, unitPrice }], ...more });

  async function issue(unitPrice: string, more: object = {}): Promise<unknown> {
    const lines = [{ ...LINE, unitPrice }];
    const body = { accountId: own, currency: 'EUR', reason: 'Goodwill', lines, ...more };
    const { id } = bodyOf<InvoiceBody>(await call('POST', '/credit-notes', { body }));
    return (await call('POST', `/credit-notes/${id}/issue`)).body;
  }

  it('goes to the oldest invoices when a note is issued', async () => {
    const newer = await invoice('30.00', { issueDate: '2026-02-20' });
    const older = await invoice('50.00', { issueDate: '2026-02-10' });
    const objected = await invoice('10.00', { issueDate: '2026-02-01' });
    await dispute(objected.id);
    expect(await issue('60.00')).toMatchObject({
      status: 'applied',
      remaining: '0.00',
      applications: [
        { invoiceId: older.id, amount: '50.00' },
        { invoiceId: newer.id, amount: '10.00' },
      ],
    });
    expect(await invoiceNow(older.id)).toMatchObject({ status: 'paid', creditedAmount: '50.00' });
    expect(await invoiceNow(objected.id)).toMatchObject({ status: 'disputed', balance: '10.00' });
  });

  it('leaves an invoice alone whose rest is objected to, though a part of it is paid', async () => {
    const objected = await invoice('100.00', { issueDate: '2026-02-01' });
    await dispute(objected.id, { amount: '60.00' });
    await pay(objected.id, '30.00');
    const newer = await invoice('5.00');
    expect(await issue('50.00')).toMatchObject({
      remaining: '45.00',
      applications: [{ invoiceId: newer.id, amount: '5.00' }],
    });
    expect(await invoiceNow(objected.id)).toMatchObject({
      status: 'partially_paid',
      balance: '70.00',
      disputedAmount: '60.00',
    });
  });

  it('goes to the invoice a note refers to first', async () => {
    const older = await invoice('50.00', { issueDate: '2026-02-10' });
    const newer = await invoice('30.00');
    expect(await issue('30.00', { invoiceId: newer.id })).toMatchObject({
      applications: [{ invoiceId: newer.id, amount: '30.00' }],
    });
    expect(await invoiceNow(older.id)).toMatchObject({ balance: '50.00' });
  });

  it('waits for the dispute about the invoice that its note corrects', async () => {
    const [objected, other] = [await invoice('100.00'), await invoice('200.00')];
    await dispute(objected.id);
    const conceded = { invoiceId: objected.id };
    expect(await issue('100.00', conceded)).toMatchObject({ remaining: '100.00' });
    await invoice('50.00');
    expect(await invoiceNow(other.id)).toMatchObject({ balance: '200.00' });
    const ended = await operate(objected.id, 'resolve', { outcome: 'accepted' });
    expect(ended.body).toMatchObject({ status: 'paid', creditedAmount: '100.00' });
  });

  it('goes to an invoice that is sent, the oldest credit first', async () => {
    const body = { accountId: own, amount: '15.00', currency: 'EUR', method: 'cash' };
    const paid = await call('POST', '/payments', { body: { ...body, receivedOn: '2026-02-01' } });
    const { creditNote } = bodyOf<{ creditNote: { id: string } }>(paid);
    await issue('20.00', { issueDate: '2026-01-15' });
    expect(await invoice('30.00')).toMatchObject({
      status: 'paid',
      creditedAmount: '30.00',
    });
    const onAccount = await call('GET', `/credit-notes/${creditNote.id}`);
    expect(onAccount.body).toMatchObject({ status: 'partially_applied', remaining: '5.00' });
  });

  it('is what a payment brought above what was open', async () => {
    const [paid, other] = [await invoice('40.00'), await invoice('25.00')];
    const allocations = [{ invoiceId: paid.id, amount: '40.00' }];
    const body = { accountId: own, currency: 'EUR', method: 'cash', amount: '60.00', allocations };
    const answer = await call('POST', '/payments', { body });
    expect(answer.body).toMatchObject({
      appliedAmount: '40.00',
      onAccountAmount: '20.00',
      creditNote: { remaining: '0.00' },
    });
    expect(await invoiceNow(other.id)).toMatchObject({ creditedAmount: '20.00', balance: '5.00' });
  });

  it('stays where it is as long as the company does not want that', async () => {
    await automatic(false);
    const { id } = await invoice('10.00');
    expect(await issue('10.00')).toMatchObject({ status: 'issued', remaining: '10.00' });
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', creditedAmount: '0.00' });
  });
});

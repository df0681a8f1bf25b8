import { addSeconds } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { askCredit, limitCredit } from '../../credit/credit-support.js';
import { newAccount, sentInvoice } from '../../receivables/billing-support.js';
import { orderDesk, type OrderBody } from './order-support.js';

interface Check {
  readonly status: string;
  readonly outcome: string;
  readonly available: string | null;
  readonly shortfall: string | null;
  readonly riskScore: number;
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  await desk.call('PATCH', '/settings/credit', { body: { ownOverride: true } });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const worth = (unitPrice: string) => [{ description: 'Work', unitPrice, taxRate: '0' }];
const said = ({ outcome, available, shortfall, riskScore }: Check) => [
  outcome,
  available,
  shortfall,
  riskScore,
];

async function customer(creditLimit: string): Promise<string> {
  const id = await newAccount(t, api.company);
  await limitCredit(api.admin, id, creditLimit);
  return id;
}

/** The latest check of an order. */
async function checkOf({ id }: OrderBody): Promise<Check> {
  const { creditCheckId } = await desk.read(id);
  return bodyOf<Check>(await desk.call('GET', `/credit-checks/${creditCheckId}`));
}

async function releaseHolds(accountId: string): Promise<void> {
  const filter = JSON.stringify({
    and: [
      { field: 'accountId', op: 'eq', value: accountId },
      { field: 'status', op: 'eq', value: 'placed' },
    ],
  });
  const found = await desk.call('GET', `/credit-holds?filter=${encodeURIComponent(filter)}`);
  for (const { id } of bodyOf<{ data: { id: string }[] }>(found).data) {
    expect((await post(`/credit-holds/${id}/release`, { note: 'Spoken to' })).status).toBe(200);
  }
}

/** A customer of a limit of 10,000 who owes 6,200 of invoices and has ordered for 2,500. */
async function indebted(): Promise<string> {
  const id = await customer('10000.00');
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '6200.00', taxRate: '0' }];
  await sentInvoice(api.admin, id, { lines });
  await desk.confirmed(id, worth('2500.00'));
  return id;
}

describe('the credit of an order', () => {
  it('example 59: covers what fits', async () => {
    const order = await desk.confirmed(await indebted(), worth('1300.00'));
    expect(order).toMatchObject({ status: 'confirmed' });
    expect(said(await checkOf(order))).toEqual(['approved', '1300.00', '0.00', 35]);
  });

  it('example 60: asks a person for a little more', async () => {
    const accountId = await indebted();
    for (const _ of [1, 2]) {
      expect((await askCredit(api.admin, accountId, '9000.00')).status).toBe(201);
      await releaseHolds(accountId);
    }
    const order = await desk.confirmed(accountId, worth('1500.00'));
    expect(order).toMatchObject({ status: 'pending_approval', confirmedAt: null });
    expect(said(await checkOf(order))).toEqual(['needs_approval', '1300.00', '200.00', 45]);
  });

  it('example 61: asks for exactly a fifth of what is ordered', async () => {
    const order = await desk.confirmed(await indebted(), worth('1625.00'));
    expect(order).toMatchObject({ status: 'pending_approval' });
    expect(said(await checkOf(order))).toEqual(['needs_approval', '1300.00', '325.00', 35]);
  });

  it.each([
    ['62: refuses more than that', indebted, '1625.01', ['rejected', '1300.00', '325.01', 35]],
    [
      '63: refuses whoever is above the limit',
      overdrawn,
      '10.00',
      ['rejected', '-400.00', '410.00', 35],
    ],
  ] as const)('example %s', async (_, who, amount, expected) => {
    const order = await desk.write(await who(), worth(amount));
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual([422, 'credit_check_failed']);
    expect(await desk.read(order.id)).toMatchObject({ status: 'draft' });
    expect(said(await checkOf(order))).toEqual(expected);
  });

  async function overdrawn(): Promise<string> {
    const id = await customer('2000.00');
    await desk.confirmed(id, worth('1400.00'));
    await limitCredit(api.admin, id, '1000.00');
    return id;
  }

  it('example 70: is given to one of two orders that do not fit together', async () => {
    const accountId = await customer('1000.00');
    const orders = [
      await desk.write(accountId, worth('800.00')),
      await desk.write(accountId, worth('800.00')),
    ];
    const answers = await Promise.all(orders.map(({ id }) => desk.operate(id, 'confirm')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = orders[answers.findIndex(({ status }) => status === 422)] as OrderBody;
    expect(said(await checkOf(refused))).toEqual(['rejected', '200.00', '600.00', 35]);
    const credit = await desk.call('GET', `/accounts/${accountId}/credit`);
    expect(credit.body).toMatchObject({
      exposure: { total: '800.00', orders: '800.00' },
      holds: [{ strength: 'soft', reason: 'risk' }],
    });
  });

  it('example 69: counts an order beside its invoices, and its net only once', async () => {
    const accountId = await customer('10000.00');
    const line = { description: 'Work', unitPrice: '1000.00', taxRate: '19' };
    const order = await desk.confirmed(accountId, [line]);
    const made = await post(`/sales-orders/${order.id}/invoice`);
    const invoice = bodyOf<{ id: string }>(made);
    const sent = bodyOf<{ number: string }>(await post(`/invoices/${invoice.id}/send`));
    const paid = await post(`/invoices/${invoice.id}/payments`, {
      amount: '190.00',
      method: 'bank_transfer',
    });
    expect(paid.status).toBe(201);
    const note = await post('/credit-notes', {
      accountId,
      reason: 'Goodwill',
      lines: [{ description: 'Goodwill', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
    });
    const { id: noteId } = bodyOf<{ id: string }>(note);
    expect((await post(`/credit-notes/${noteId}/issue`)).status).toBe(200);
    const credit = async () =>
      (await desk.call('GET', `/accounts/${accountId}/credit?explain=true`)).body;
    expect(await credit()).toMatchObject({
      exposure: { total: '2190.00', invoices: '1000.00', orders: '1190.00' },
      net: '900.00',
      parts: expect.arrayContaining([
        expect.objectContaining({
          number: order.number,
          amount: '1190.00',
          net: '0.00',
          alsoCountedThrough: [sent.number],
        }),
        expect.objectContaining({ number: sent.number, alsoCountedThrough: [] }),
      ]),
    });
  });

  it('is refused under a hard hold, whatever anybody says', async () => {
    const accountId = await customer('1000.00');
    const order = await desk.write(accountId, worth('10.00'));
    const hold = { accountId, strength: 'hard', reason: 'manual' };
    expect((await post('/credit-holds', hold)).status).toBe(201);
    for (const flags of [{}, { skipCreditCheck: true }, { confirmDespiteCredit: true }]) {
      const answer = await desk.operate(order.id, 'confirm', flags);
      expect(refusal(answer)).toEqual([422, 'credit_hold_hard']);
    }
    await releaseHolds(accountId);
    expect(await desk.done(order.id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });

  it('needs no exchange rate to know that no hard hold forbids it', async () => {
    const accountId = await customer('1000.00');
    const inPounds = { accountId, currency: 'GBP' };
    const quoted = { ...inPounds, lines: [{ ...worth('10.00')[0], quantity: '1' }] };
    const order = await desk.write(accountId, worth('10.00'), inPounds);
    const confirm = () => desk.operate(order.id, 'confirm', { skipCreditCheck: true });
    const place = async (amount: string | null) => {
      const hold = { accountId, strength: 'hard', reason: 'manual', amount };
      expect((await post('/credit-holds', hold)).status).toBe(201);
    };
    await place(null);
    expect(refusal(await post('/quotes', quoted))).toEqual([422, 'credit_hold_hard']);
    expect(refusal(await confirm())).toEqual([422, 'credit_hold_hard']);
    await releaseHolds(accountId);
    await place('5.00');
    expect(refusal(await post('/quotes', quoted))).toEqual([422, 'exchange_rate_missing']);
    expect(refusal(await confirm())).toEqual([422, 'exchange_rate_missing']);
    await releaseHolds(accountId);
    expect((await post('/quotes', quoted)).status).toBe(201);
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual([
      422,
      'exchange_rate_missing',
    ]);
    expect(await desk.done(order.id, 'confirm', { skipCreditCheck: true })).toMatchObject({
      status: 'confirmed',
    });
  });

  it('is asked anew once the hard hold that refused it is released', async () => {
    const accountId = await customer('100.00');
    const { id } = await desk.write(accountId, worth('110.00'));
    const document = { type: 'sales-order', id };
    const ask = async () => (await post('/credit-checks', { accountId, document })).body;
    await post('/credit-holds', { accountId, strength: 'hard', reason: 'manual' });
    expect(await ask()).toMatchObject({ outcome: 'rejected', reasons: ['hard_hold'] });
    await limitCredit(api.admin, accountId, '105.00');
    expect(await ask()).toMatchObject({ outcome: 'rejected', reused: true });
    await releaseHolds(accountId);
    expect(await desk.done(id, 'confirm')).toMatchObject({ status: 'pending_approval' });
  });

  it('waits under a soft hold, and an override decides', async () => {
    const accountId = await customer('1000.00');
    const [first, second] = [
      await desk.write(accountId, worth('10.00')),
      await desk.write(accountId, worth('20.00')),
    ];
    await post('/credit-holds', { accountId, strength: 'soft', reason: 'manual' });
    const asked = async ({ id }: OrderBody) => {
      const { status, creditCheckId } = await desk.done(id, 'confirm');
      expect(status).toBe('pending_approval');
      const reason = { reason: 'An old friend' };
      const override = await post(`/credit-checks/${creditCheckId}/override`, reason);
      return bodyOf<{ id: string }>(override).id;
    };
    const [mine, theirs] = [await asked(first), await asked(second)];
    const again = await desk.operate(first.id, 'confirm');
    expect(refusal(again)).toEqual([409, 'order_not_pending']);
    await post(`/credit-overrides/${theirs}/reject`, { reason: 'Too much is late' });
    expect(await desk.read(second.id)).toMatchObject({ status: 'pending' });
    expect((await post(`/credit-overrides/${mine}/approve`)).status).toBe(200);
    expect(await desk.read(first.id)).toMatchObject({ status: 'confirmed' });
    // The approval has released the hold.
    expect(await desk.done(second.id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });

  it('is asked about again where nobody decided in time', async () => {
    const accountId = await customer('100.00');
    const order = await desk.confirmed(accountId, worth('110.00'));
    const before = t.clock.now();
    const expiresAt = addSeconds(before, 10);
    const asked = { reason: 'Today only', expiresAt };
    await post(`/credit-checks/${order.creditCheckId}/override`, asked);
    const refused = await desk.operate(order.id, 'confirm');
    expect(refusal(refused)).toEqual([409, 'order_not_pending']);
    t.clock.set(expiresAt);
    const waiting = await desk.done(order.id, 'confirm');
    expect(waiting).toMatchObject({ status: 'pending_approval' });
    expect(waiting.creditCheckId).not.toBe(order.creditCheckId);
    // It waits for another one, which is to be asked for.
    expect((await desk.operate(order.id, 'confirm')).status).toBe(409);
    const again = await post(`/credit-checks/${waiting.creditCheckId}/override`, { reason: 'x' });
    await post(`/credit-overrides/${bodyOf<{ id: string }>(again).id}/approve`);
    expect(await desk.read(order.id)).toMatchObject({ status: 'confirmed' });
    t.clock.set(before);
  });

  it('is not confirmed by an override under a hard hold', async () => {
    const accountId = await customer('100.00');
    const order = await desk.confirmed(accountId, worth('110.00'));
    expect(order).toMatchObject({ status: 'pending_approval' });
    const { creditCheckId } = order;
    const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Please' });
    await post('/credit-holds', { accountId, strength: 'hard', reason: 'manual' });
    const approved = await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    expect(refusal(approved)).toEqual([422, 'credit_hold_hard']);
    expect(await desk.read(order.id)).toMatchObject({ status: 'pending_approval' });
  });

  it.each(['skipCreditCheck', 'confirmDespiteCredit'] as const)(
    'is passed over by %s of who may approve checks, and every use and refusal is logged',
    async (flag) => {
      const accountId = await customer('1.00');
      const order = await desk.write(accountId, worth('100.00'));
      const seller = await memberWith(api, { matrix: { 'sales-orders': ['view', 'update'] } });
      const body = { [flag]: true };
      const tried = await seller.call('POST', `/sales-orders/${order.id}/confirm`, { body });
      expect(refusal(tried)).toEqual([403, 'credit_flag_denied']);
      expect(await desk.read(order.id)).toMatchObject({ status: order.status });
      expect(await desk.done(order.id, 'confirm', body)).toMatchObject({ status: 'confirmed' });
      const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: order.id });
      const log = await desk.call('GET', `/audit-log?filter=${encodeURIComponent(filter)}`);
      expect(log.body).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({
            action: 'order.confirmed',
            after: expect.objectContaining({ creditFlags: [flag] }),
          }),
          expect.objectContaining({
            action: 'order.credit_flag_denied',
            after: { creditFlags: [flag] },
          }),
        ]),
      });
    },
  );

  it('is asked again for what an amendment adds, once an override allows it', async () => {
    const accountId = await customer('1000.00');
    const order = await desk.confirmed(accountId, worth('800.00'));
    const amendment = (unitPrice: string) => ({ lines: worth(unitPrice), reason: 'More' });
    const more = await desk.operate(order.id, 'amend', amendment('250.00'));
    expect(refusal(more)).toEqual([422, 'credit_check_failed']);
    expect(await desk.read(order.id)).toMatchObject({ value: '800.00', amendment: 0, lines: [{}] });
    const params = (more.body as { checkId?: string; detail: string }).detail;
    const checkId = /check ([0-9a-f-]{36})/.exec(params)?.[1];
    const check = bodyOf<Check>(await desk.call('GET', `/credit-checks/${checkId}`));
    expect(said(check)).toEqual(['needs_approval', '1000.00', '50.00', 35]);
    const asked = await post(`/credit-checks/${checkId}/override`, { reason: 'Good customer' });
    await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    const amended = await desk.done(order.id, 'amend', amendment('250.00'));
    expect(amended).toMatchObject({ value: '1050.00', creditCheckId: checkId });
    const again = await desk.operate(order.id, 'amend', amendment('0.01'));
    expect(refusal(again)).toEqual([422, 'credit_check_failed']);
  });

  it('is overridden once: the check that confirmed an order allows no amendment', async () => {
    const accountId = await customer('140.00');
    const { id, creditCheckId } = await desk.confirmed(accountId, worth('150.00'));
    const document = { type: 'sales-order', id };
    const checked = await post('/credit-checks', { accountId, document });
    const { id: checkId } = bodyOf<{ id: string }>(checked);
    expect(checkId).not.toBe(creditCheckId);
    const asked = await post(`/credit-checks/${checkId}/override`, { reason: 'Good customer' });
    await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    const order = await desk.read(id);
    expect(order).toMatchObject({ status: 'confirmed', creditCheckId: checkId });
    const priced = (unitPrice: string) => ({
      lines: [{ lineId: order.lines[0]?.id, unitPrice }],
      reason: 'Another price',
    });
    expect(await desk.done(id, 'amend', priced('100.00'))).toMatchObject({ value: '100.00' });
    const again = await desk.operate(id, 'amend', priced('150.00'));
    expect(refusal(again)).toEqual([422, 'credit_check_failed']);
  });
});

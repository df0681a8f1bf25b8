import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { aPlan } from '../sales-support.js';
import { orderDesk, type OrderBody } from './order-support.js';

interface Confirmed extends OrderBody {
  readonly credit: object | null;
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const FAILED = [422, 'credit_check_failed'];
const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
/** Net; 19 % come on top. */
const worth = (unitPrice: string) => [{ description: 'Work', unitPrice, taxRate: '19' }];
const confirm = async (id: string) => (await desk.done(id, 'confirm')) as Confirmed;
const settle = (recheckGrown: boolean) => async () => {
  const body = { ownOverride: true, recheckGrown };
  expect((await desk.call('PATCH', '/settings/credit', { body })).status).toBe(200);
};

async function customer(creditLimit: string): Promise<string> {
  const id = await newAccount(t, api.company);
  await limitCredit(api.admin, id, creditLimit);
  return id;
}

async function price({ id, lines }: OrderBody, unitPrice: string): Promise<void> {
  const line = `/sales-orders/${id}/lines/${lines[0]?.id}`;
  expect((await desk.call('PATCH', line, { body: { unitPrice } })).status).toBe(200);
}

/** The order of a quote, whose customer may choose seats beyond what was offered. */
async function ordered(accountId: string, seats: string, over = {}): Promise<OrderBody> {
  const work = { description: 'Seat', quantity: '1', unitPrice: '1000.00', taxRate: '19' };
  const line = { ...work, ...over };
  const range = { minQuantity: '0.1', maxQuantity: '1000' };
  const option = { ...work, optional: true, selected: false, ...range };
  const quote = { accountId, currency: 'EUR', lines: [line, option] };
  const { id, lines } = bodyOf<OrderBody>(await post('/quotes', quote));
  for (const step of ['submit', 'approve', 'send']) await post(`/quotes/${id}/${step}`);
  const selections = [{ lineId: lines[1]?.id, quantity: seats }];
  const accepted = { name: 'Nora', evidence: 'x', selections };
  expect((await post(`/quotes/${id}/accept`, accepted)).status).toBe(200);
  const acceptance = await desk.call('GET', `/quotes/${id}/acceptance`);
  expect(acceptance.body).toMatchObject({ coversDocument: false });
  return bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
}

const askedOf = async ({ id }: OrderBody, accountId: string) =>
  (await post('/credit-checks', { accountId, document: { type: 'sales-order', id } })).body;

/** An order that is refused, and what approves an override of its check. */
async function refused(order: OrderBody) {
  expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual(FAILED);
  const { creditCheckId } = await desk.read(order.id);
  const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Known' });
  const decide = (how: 'approve' | 'reject', body: object = {}) =>
    post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/${how}`, body);
  const approve = async () => expect((await decide('approve')).status).toBe(200);
  return { creditCheckId, decide, approve };
}

describe('an order that grew', () => {
  beforeAll(settle(false));

  it('is confirmed by its approved check, and the answer says what that was about', async () => {
    const accountId = await customer('1190.00');
    const order = await desk.write(accountId, worth('1000.00'));
    const check = await askedOf(order, accountId);
    const { id: checkId } = check as { id: string };
    expect(check).toMatchObject({ reused: false, status: 'approved', documentAmount: '1190.00' });
    await price(order, '1100.00');
    const grown = {
      reused: true,
      coversDocument: false,
      documentAmount: '1190.00',
      exposureNow: '0.00',
      overLimitNow: true,
    };
    expect(await askedOf(order, accountId)).toMatchObject({ id: checkId, ...grown });
    const confirmed = await confirm(order.id);
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      total: '1309.00',
      creditCheckId: checkId,
    });
    expect(confirmed.credit).toEqual({
      checkId,
      status: 'approved',
      outcome: 'approved',
      documentCurrency: 'EUR',
      ...grown,
    });
  });

  it('by what its customer chose is confirmed by the approved check of its quote', async () => {
    const accountId = await customer('1190.00');
    const order = await ordered(accountId, '0.1');
    const said = { reused: true, coversDocument: false, documentAmount: '1190.00' };
    expect(await askedOf(order, accountId)).toMatchObject({ id: order.creditCheckId, ...said });
    expect(await confirm(order.id)).toMatchObject({
      status: 'confirmed',
      total: '1309.00',
      creditCheckId: order.creditCheckId,
      credit: { checkId: order.creditCheckId, ...said, overLimitNow: true },
    });
  });

  it('while an override waited is confirmed by it, before and after it waits itself', async () => {
    const [first, second] = [
      await desk.write(await customer('10.00'), worth('1000.00')),
      await desk.write(await customer('10.00'), worth('1000.00')),
    ];
    const ahead = await refused(first);
    await price(first, '2000.00');
    await ahead.approve();
    expect(await confirm(first.id)).toMatchObject({
      status: 'confirmed',
      creditCheckId: ahead.creditCheckId,
      credit: { reused: true, coversDocument: false, documentAmount: '1190.00' },
    });
    const behind = await refused(second);
    await price(second, '2000.00');
    expect(await confirm(second.id)).toMatchObject({ status: 'pending_approval' });
    await behind.approve();
    expect(await desk.read(second.id)).toMatchObject({
      status: 'confirmed',
      total: '2380.00',
      creditCheckId: behind.creditCheckId,
    });
  });

  it('stays rejected by the check there is, until the limit is raised', async () => {
    const accountId = await customer('10.00');
    const order = await desk.write(accountId, worth('1000.00'));
    const { creditCheckId, decide } = await refused(order);
    expect((await decide('reject', { reason: 'Too much' })).status).toBe(200);
    await price(order, '2000.00');
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual(FAILED);
    expect(await desk.read(order.id)).toMatchObject({ creditCheckId });
    await limitCredit(api.admin, accountId, '5000.00');
    // The hold that the first check raised stands.
    expect(await confirm(order.id)).toMatchObject({
      status: 'pending_approval',
      credit: { reused: false, coversDocument: true, documentAmount: '2380.00' },
    });
  });

  it('under a hard hold of an amount is confirmed by no override of less', async () => {
    const accountId = await customer('10.00');
    const order = await desk.write(accountId, worth('1000.00'));
    const { creditCheckId, decide } = await refused(order);
    await price(order, '1000.01');
    expect(await confirm(order.id)).toMatchObject({ status: 'pending_approval', creditCheckId });
    const hold = { accountId, strength: 'hard', reason: 'manual', amount: '1190.00' };
    expect((await post('/credit-holds', hold)).status).toBe(201);
    expect(refusal(await decide('approve'))).toEqual([422, 'credit_hold_hard']);
  });

  it('is told what credit said only to whoever looks at checks', async () => {
    const seller = await memberWith(api, { matrix: { 'sales-orders': ['view', 'update'] } });
    const accountId = await customer('1190.00');
    const [theirs, skipped] = [
      await desk.write(accountId, worth('10.00')),
      await desk.write(accountId, worth('10.00')),
    ];
    const answer = await seller.call('POST', `/sales-orders/${theirs.id}/confirm`, { body: {} });
    expect(answer.body).toMatchObject({ status: 'confirmed', credit: null });
    const unasked = await desk.done(skipped.id, 'confirm', { skipCreditCheck: true });
    expect(unasked).toMatchObject({ status: 'confirmed', credit: null });
  });
});

describe('an order that grew, where that is asked about anew', () => {
  beforeAll(settle(true));

  it('is checked for what it is worth by now, its own check or that of its quote', async () => {
    const accountId = await customer('1190.00');
    const own = await desk.write(accountId, worth('1000.00'));
    await askedOf(own, accountId);
    await price(own, '1100.00');
    for (const order of [own, await ordered(await customer('1190.00'), '0.1')]) {
      const waits = await confirm(order.id);
      expect(waits).toMatchObject({
        status: 'pending_approval',
        credit: { reused: false, coversDocument: true, documentAmount: '1309.00' },
      });
      expect(waits.creditCheckId).not.toBe(order.creditCheckId);
    }
  });

  it('by what its customer chose beyond the offer is checked for that', async () => {
    const order = await ordered(await customer('1190.00'), '1000');
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual(FAILED);
    const { creditCheckId } = await desk.read(order.id);
    expect((await desk.call('GET', `/credit-checks/${creditCheckId}`)).body).toMatchObject({
      outcome: 'rejected',
      documentAmount: '1191190.00',
      shortfall: '1190000.00',
    });
  });

  it('while an override waited is asked about anew, before and after it waits itself', async () => {
    const order = await desk.write(await customer('10.00'), worth('1000.00'));
    const first = await refused(order);
    await price(order, '1000000.00');
    await first.approve();
    const second = await refused(order);
    expect(second.creditCheckId).not.toBe(first.creditCheckId);
    // Handed over while it waits, it is pending again: nobody has decided about so much.
    await price(order, '2000000.00');
    expect(await confirm(order.id)).toMatchObject({ status: 'pending_approval' });
    await second.approve();
    expect(await desk.read(order.id)).toMatchObject({ status: 'pending' });
    const third = await refused(order);
    await price(order, '1999999.99');
    await third.approve();
    expect(await confirm(order.id)).toMatchObject({
      status: 'confirmed',
      total: '2379999.99',
      credit: { reused: true, coversDocument: true, documentAmount: '2380000.00' },
    });
  });
});

describe('what recurs of an order whose customer chose more than credit approved', () => {
  const startOnConvert = async (starts: boolean) => {
    const body = { quoteValidityDays: 30, startOnConvert: starts };
    expect((await desk.call('PUT', '/settings/quotes', { body })).status).toBe(200);
  };
  beforeAll(() => startOnConvert(true));
  afterAll(() => startOnConvert(false));

  it.each([
    ['with the order', false, 'active'],
    ['as it is confirmed, where growth is asked about anew', true, 'draft'],
  ])('begins %s', async (_, recheckGrown, first) => {
    await settle(recheckGrown)();
    const accountId = await customer('1190.00');
    const { productId } = await aPlan(api.admin);
    const seats = { kind: 'recurring', frequency: 'monthly', productId };
    const order = await ordered(accountId, '9', seats);
    const contract = async () => (await desk.call('GET', `/contracts/${order.contractId}`)).body;
    expect(await contract()).toMatchObject({ status: first });
    if (recheckGrown) {
      expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual(FAILED);
      await desk.done(order.id, 'confirm', { confirmDespiteCredit: true });
    } else expect(await confirm(order.id)).toMatchObject({ status: 'confirmed' });
    expect(await contract()).toMatchObject({ status: 'active' });
  });
});

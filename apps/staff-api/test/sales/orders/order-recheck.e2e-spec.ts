import { addSeconds } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { orderDesk } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  const body = { ownOverride: true, recheckOnConfirm: true };
  await desk.call('PATCH', '/settings/credit', { body });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const FAILED = [422, 'credit_check_failed'];
const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const worth = (unitPrice: string) => [{ description: 'Work', unitPrice, taxRate: '0' }];
const confirm = (id: string) => desk.operate(id, 'confirm');

/** An order that credit has rejected, and whose check is overridden. */
async function overridden({ expiresAt }: { readonly expiresAt?: string } = {}) {
  const accountId = await newAccount(t, api.company);
  await limitCredit(api.admin, accountId, '100.00');
  const { id, lines } = await desk.write(accountId, worth('1000.00'));
  expect(refusal(await confirm(id))).toEqual(FAILED);
  const { creditCheckId } = await desk.read(id);
  const asked = { reason: 'Known for years', ...(expiresAt && { expiresAt }) };
  const answer = await post(`/credit-checks/${creditCheckId}/override`, asked);
  const overrideId = bodyOf<{ id: string }>(answer).id;
  expect((await post(`/credit-overrides/${overrideId}/approve`)).status).toBe(200);
  const price = async (unitPrice: string) => {
    const line = `/sales-orders/${id}/lines/${lines[0]?.id}`;
    expect((await desk.call('PATCH', line, { body: { unitPrice } })).status).toBe(200);
  };
  return { id, accountId, creditCheckId, price };
}

describe('an order that is checked afresh as it is confirmed', () => {
  it('is confirmed by the override of its own check', async () => {
    const { id, creditCheckId } = await overridden();
    expect(await desk.done(id, 'confirm')).toMatchObject({ status: 'confirmed', creditCheckId });
    // Which has served: what is added is asked about.
    const more = { lines: worth('0.01'), reason: 'More' };
    expect(refusal(await desk.operate(id, 'amend', more))).toEqual(FAILED);
    expect(refusal(await confirm(id))).toEqual([409, 'order_not_pending']);
  });

  it('is confirmed for as much as was overridden and less, and for no cent more', async () => {
    const [grown, shrunk] = [await overridden(), await overridden()];
    await grown.price('1000.01');
    expect(refusal(await confirm(grown.id))).toEqual(FAILED);
    await shrunk.price('999.99');
    expect(await desk.done(shrunk.id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });

  it('is confirmed up to the moment at which the override ends', async () => {
    const before = t.clock.now();
    const expiresAt = addSeconds(before, 60);
    const [early, late] = [await overridden({ expiresAt }), await overridden({ expiresAt })];
    t.clock.set(addSeconds(before, 59));
    expect(await desk.done(early.id, 'confirm')).toMatchObject({ status: 'confirmed' });
    t.clock.set(expiresAt);
    expect(refusal(await confirm(late.id))).toEqual(FAILED);
    expect(await desk.read(late.id)).toMatchObject({ creditCheckId: late.creditCheckId });
    t.clock.set(before);
  });

  it('is not confirmed by an override under a hold that was placed since', async () => {
    const { id, accountId } = await overridden();
    const hold = { accountId, strength: 'hard', reason: 'manual' };
    const placed = bodyOf<{ id: string }>(await post('/credit-holds', hold));
    expect(refusal(await confirm(id))).toEqual([422, 'credit_hold_hard']);
    await post(`/credit-holds/${placed.id}/release`, { note: 'Paid' });
    await post('/credit-holds', { ...hold, strength: 'soft' });
    expect(await desk.done(id, 'confirm')).toMatchObject({ status: 'pending_approval' });
  });

  it('is confirmed by no override of its quote, nor of another order', async () => {
    const { accountId } = await overridden();
    const other = await desk.write(accountId, worth('500.00'));
    expect(refusal(await confirm(other.id))).toEqual(FAILED);
    const customer = await newAccount(t, api.company);
    await limitCredit(api.admin, customer, '100.00');
    const line = { ...worth('1000.00')[0], quantity: '1' };
    const quote = { accountId: customer, currency: 'EUR', lines: [line] };
    const { id } = bodyOf<{ id: string }>(await post('/quotes', quote));
    expect(refusal(await post(`/quotes/${id}/submit`))).toEqual(FAILED);
    const shown = await desk.call('GET', `/quotes/${id}`);
    const { creditCheckId } = bodyOf<{ creditCheckId: string }>(shown);
    const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Known' });
    await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    for (const step of ['approve', 'send']) await post(`/quotes/${id}/${step}`);
    await post(`/quotes/${id}/accept`, { name: 'Nora', evidence: 'x' });
    const order = bodyOf<{ id: string }>(await post(`/quotes/${id}/convert`));
    expect(refusal(await confirm(order.id))).toEqual(FAILED);
  });
});

describe('an order that waits for a decision about its credit', () => {
  const check = async (accountId: string, id: string) => {
    const document = { type: 'sales-order', id };
    const asked = { accountId, amount: '800.00', currency: 'EUR', document };
    return bodyOf<{ outcome: string }>(await post('/credit-checks', asked)).outcome;
  };
  /** Nobody is asked for an override as yet. */
  async function held() {
    const accountId = await newAccount(t, api.company);
    await limitCredit(api.admin, accountId, '1000.00');
    const hold = { accountId, strength: 'soft', reason: 'manual' };
    const placed = bodyOf<{ id: string }>(await post('/credit-holds', hold));
    const { id } = await desk.write(accountId, worth('800.00'));
    expect(await desk.done(id, 'confirm')).toMatchObject({ status: 'pending_approval' });
    expect(refusal(await confirm(id))).toEqual([409, 'order_not_pending']);
    const released = await post(`/credit-holds/${placed.id}/release`, { note: 'Spoken to' });
    expect(released.status).toBe(200);
    return { id, accountId };
  }

  it('is confirmed once another check has allowed it', async () => {
    const { id, accountId } = await held();
    expect(refusal(await confirm(id))).toEqual([409, 'order_not_pending']);
    expect(await check(accountId, id)).toBe('approved');
    expect(await desk.done(id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });

  it('is refused as any other where that rejects it, and confirmed by its override', async () => {
    const { id, accountId } = await held();
    await limitCredit(api.admin, accountId, '100.00');
    expect(await check(accountId, id)).toBe('rejected');
    expect(refusal(await confirm(id))).toEqual(FAILED);
    const { status, creditCheckId } = await desk.read(id);
    expect(status).toBe('pending_approval');
    const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Known' });
    const { id: overrideId } = bodyOf<{ id: string }>(asked);
    expect((await post(`/credit-overrides/${overrideId}/approve`)).status).toBe(200);
    expect(await desk.read(id)).toMatchObject({ status: 'confirmed' });
  });
});

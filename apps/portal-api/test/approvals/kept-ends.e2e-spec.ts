import { expectInvariants } from '../../../../test/support/invariants.js';
import { ApprovalStage } from './approval-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

interface Shown {
  readonly id: string;
  readonly cancelAt: string | null;
  readonly mayResume: boolean;
  readonly mayCancel: boolean;
}

const read = async <T>(by: PortalClient, path: string) => (await by.call('GET', path)).body as T;
const endOf = ({ cancelAt, mayResume, mayCancel }: Shown) => ({ cancelAt, mayResume, mayCancel });

describe('an end that a customer takes back', () => {
  it('leaves that of the term that was sold, which is not theirs to take back', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const sku = { sku: 'YEAR', name: 'A year of seats', kind: 'recurring' };
    const { id: productId } = await own.acme.made('/products', sku);
    const plan = await own.acme.made('/plans', { name: 'Seats', productId });
    const prices = [{ currency: 'EUR', unitPrice: '50.00' }];
    await own.acme.made(`/plans/${plan.id}/versions`, { frequency: 'monthly', prices });
    const line = {
      kind: 'recurring',
      productId,
      description: 'Seats',
      ordered: '1',
      unitPrice: '50.00',
      frequency: 'monthly',
      termPeriods: 12,
      taxRate: '0',
    };
    const order = await own.acme.order(own.accountId, { lines: [line] });
    await own.acme.made(`/sales-orders/${order.id}/confirm`, {});
    const { data } = await read<{ data: Shown[] }>(boss, '/subscriptions');
    const [sold] = data;
    const at = `/subscriptions/${sold?.id}`;
    const term = { cancelAt: expect.any(String), mayResume: false, mayCancel: true };
    expect(sold && endOf(sold)).toEqual(term);
    expect(codeOf(await boss.call('POST', `${at}/resume`))).toBe('409 subscription_not_active');
    await boss.call('POST', `${at}/cancel`, { body: { reason: 'Too dear' } });
    const told = await read<Shown>(boss, at);
    expect(endOf(told)).toMatchObject({ mayResume: true, mayCancel: false });
    expect(told.cancelAt && sold?.cancelAt && told.cancelAt < sold.cancelAt).toBe(true);
    const back = await boss.call('POST', `${at}/resume`);
    expect(back.body).toMatchObject({
      outcome: 'resumed',
      subscription: { cancelAt: sold?.cancelAt },
    });
    expect(endOf(await read<Shown>(boss, at))).toEqual({ ...term, cancelAt: sold?.cancelAt });
  });

  it('is not that of a contract, and leaves what the company has told', async () => {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const today = stage.t.clock.now().slice(0, 10);
    const contract = await own.acme.made('/contracts', {
      accountId: own.accountId,
      startDate: today,
      currency: 'EUR',
    });
    await own.acme.made(`/contracts/${contract.id}/activate`, {});
    const { id } = await own.acme.subscription(own.accountId, { contractId: contract.id });
    const at = `/subscriptions/${id}`;
    const day = `${Number(today.slice(0, 4)) + 1}-01-15`;
    await own.acme.made(`${at}/cancel`, { at: 'day', day });
    await boss.call('POST', `${at}/cancel`, { body: { reason: 'Too dear' } });
    const back = await boss.call('POST', `${at}/resume`);
    expect(back.body).toMatchObject({ subscription: { cancelAt: day } });
    const ends = `${today.slice(0, 4)}-12-31`;
    await own.acme.made(`/contracts/${contract.id}/terminate`, { on: ends, reason: 'Over' });
    expect(endOf(await read<Shown>(boss, at))).toMatchObject({ cancelAt: ends, mayResume: false });
    expect(codeOf(await boss.call('POST', `${at}/resume`))).toBe('409 subscription_not_active');
  });
});

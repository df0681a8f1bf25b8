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

const LIMIT = { approvalLimit: '1000.00', limitPeriod: 'month' } as const;

/** A subscription of one piece at 50.00 a month, and somebody who may spend 1,000.00. */
async function subscribed(more: Parameters<ApprovalStage['acme']['subscription']>[1] = {}) {
  const own = await ApprovalStage.of(stage);
  const boss = await own.person({ role: 'Admin', ...LIMIT });
  const bo = await own.person(LIMIT);
  const { id } = await own.acme.subscription(own.accountId, more);
  const { staff } = own.acme;
  const at = `/subscriptions/${id}`;
  const { planId: plan } = (await staff.call('GET', at)).body as { planId: string };
  const shown = async (quantity: string, effective: string, planId: string) => {
    const body = { planId, quantity, effective };
    const answer = await boss.call('POST', `${at}/preview-change`, { body });
    const { previewToken } = answer.body as { previewToken: string };
    return { body: { previewToken } };
  };
  const change = async (
    by: PortalClient,
    quantity: string,
    effective = 'period_end',
    planId = plan,
  ) => {
    const asked = await shown(quantity, effective, planId);
    const answer = await by.call('POST', `${at}/change-plan`, asked);
    return answer.body as { outcome: string; approvalId: string | null };
  };
  return { own, boss, bo, id, at, staff, plan, change };
}

it('another plan for a year that is lowered stays reserved as far as it is still dearer', async () => {
  const { own, bo, plan, change } = await subscribed({ quantity: '2' });
  const { acme } = own;
  const { productId } = (await acme.staff.call('GET', `/plans/${plan}`)).body as {
    productId: string;
  };
  const yearly = await acme.made('/plans', { name: 'Seats by the year', productId });
  const prices = [{ currency: 'EUR', unitPrice: '100.00' }];
  await acme.made(`/plans/${yearly.id}/versions`, { frequency: 'annually', prices });
  expect(await change(bo, '10', 'period_end', yearly.id)).toMatchObject({ outcome: 'changed' });
  expect(await own.used(bo)).toBe('900.00');
  await change(bo, '9', 'period_end', yearly.id);
  expect(await own.used(bo)).toBe('800.00');
  await change(bo, '2');
  expect(await own.used(bo)).toBe('0.00');
});

describe('another plan that does not come', () => {
  it('is free again where the customer changes back before its day, whoever does', async () => {
    const { own, boss, bo, change } = await subscribed();
    expect(await change(bo, '13')).toMatchObject({ outcome: 'changed' });
    expect(await own.used(bo)).toBe('600.00');
    await change(boss, '1');
    expect([await own.used(bo), await own.used(boss)]).toEqual(['0.00', '0.00']);
    await change(bo, '13');
    await change(bo, '1', 'now');
    expect(await own.used(bo)).toBe('0.00');
  });

  it('is free where staff withdraw it, or end the subscription before', async () => {
    const { own, bo, at, staff, change } = await subscribed();
    await change(bo, '13');
    expect(codeOf(await staff.call('DELETE', `${at}/change`))).toMatch(/^20/);
    expect(await own.used(bo)).toBe('0.00');
    await change(bo, '13');
    expect(await own.used(bo)).toBe('600.00');
    const ended = await staff.call('POST', `${at}/cancel`, { body: { at: 'now', reason: 'x' } });
    expect(codeOf(ended)).toBe('200');
    expect(await own.used(bo)).toBe('0.00');
  });

  it('stays reserved as far as what takes its place adds to what there is', async () => {
    const { own, boss, bo, change } = await subscribed();
    await change(bo, '13');
    await change(boss, '5');
    expect([await own.used(bo), await own.used(boss)]).toEqual(['200.00', '0.00']);
    await change(boss, '9');
    expect([await own.used(bo), await own.used(boss)]).toEqual(['200.00', '200.00']);
    await change(bo, '3', 'now');
    expect([await own.used(bo), await own.used(boss)]).toEqual(['100.00', '0.00']);
  });

  it('is free for who has approved it', async () => {
    const { own, boss, change } = await subscribed();
    const jo = await own.person({ approvalLimit: '0.00' });
    const { approvalId } = await change(jo, '13');
    await own.approve(boss, approvalId ?? '');
    expect(await own.used(boss)).toBe('600.00');
    await change(jo, '1');
    expect(await own.used(boss)).toBe('0.00');
  });

  it('stays used once it holds', async () => {
    const { own, bo, at, staff, change } = await subscribed();
    await change(bo, '13', 'now');
    await change(bo, '1');
    await change(bo, '1', 'now');
    await staff.call('POST', `${at}/cancel`, { body: { at: 'now', reason: 'x' } });
    expect(await own.used(bo)).toBe('600.00');
  });
});

it('what goes on behind an end is free again where it ends on it all the same', async () => {
  const { own, bo, at } = await subscribed();
  const end = () => bo.call('POST', `${at}/cancel`, { body: { reason: 'Too dear' } });
  await end();
  await bo.call('POST', `${at}/resume`);
  expect(await own.used(bo)).toBe('50.00');
  await end();
  expect(await own.used(bo)).toBe('0.00');
  await bo.call('POST', `${at}/resume`);
  expect(await own.used(bo)).toBe('50.00');
});

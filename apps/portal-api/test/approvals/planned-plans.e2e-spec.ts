import { SweepContracts, SweepSubscriptions } from '@quittance/sales/host';
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

/** What of a subscription has come to bind. */
const SPENT = `select r.amount from portal.limit_entry e
  join portal.limit_entry r on r.company_id = $1 and r.id = e.reserve_id
  where e.company_id = $1 and e.subscription_id = $2 and e.kind = 'commit'`;

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
  const end = async (body: object) => {
    expect(codeOf(await staff.call('POST', `${at}/cancel`, { body }))).toBe('200');
  };
  return { own, boss, bo, id, at, staff, plan, change, end };
}

it('a plan for a year that is lowered stays reserved as far as it is dearer', async () => {
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

describe('another plan before the start', () => {
  const startDate = '2026-05-01';

  it('counts once, however often it is taken back, and binds with the start', async () => {
    const { own, bo, id, change } = await subscribed({ startDate });
    await change(bo, '13');
    expect(await own.used(bo)).toBe('600.00');
    await change(bo, '1');
    expect(await own.used(bo)).toBe('0.00');
    await change(bo, '13');
    await change(bo, '9');
    expect(await own.used(bo)).toBe('400.00');
    const { ctx } = own.acme.people;
    const later = { ...ctx, now: `${startDate}T09:00:00.000Z` as typeof ctx.now };
    await stage.staff.app.get(SweepSubscriptions, { strict: false }).execute(later);
    const params = [ctx.companyId, id];
    const spent = await stage.t.db.read(ctx, (tx) => tx.rows(SPENT, params));
    expect(spent).toEqual([{ amount: 40_000n }]);
  });

  it('is free where the subscription ends before it starts', async () => {
    const { own, bo, change, end } = await subscribed({ startDate });
    await change(bo, '13');
    expect(await own.used(bo)).toBe('600.00');
    await end({ at: 'now', reason: 'x' });
    expect(await own.used(bo)).toBe('0.00');
  });
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

it('what goes on behind an end is free where it ends before, and used behind it', async () => {
  for (const [at, left] of [
    [{ at: 'now' }, '0.00'],
    [{ at: 'day', day: '2026-06-14' }, '0.00'],
    [{ at: 'day', day: '2026-06-16' }, '50.00'],
  ] as const) {
    const { own, bo, at: path, end } = await subscribed();
    await end({ at: 'day', day: '2026-06-15', reason: 'x' });
    await bo.call('POST', `${path}/resume`);
    expect(await own.used(bo)).toBe('50.00');
    await end({ ...at, reason: 'x' });
    expect(await own.used(bo)).toBe(left);
  }
});

it('what was planned behind the end of a contract is free once that has ended', async () => {
  const own = await ApprovalStage.of(stage);
  const { acme } = own;
  const bo = await own.person(LIMIT);
  const agreed = { accountId: own.accountId, currency: 'EUR' };
  const term = { startDate: '2026-03-02', endDate: '2026-04-01' };
  const contract = await acme.made('/contracts', { ...agreed, ...term });
  await acme.made(`/contracts/${contract.id}/activate`, {});
  const { id } = await acme.subscription(own.accountId, { contractId: contract.id });
  const at = `/subscriptions/${id}`;
  const { planId } = (await acme.staff.call('GET', at)).body as { planId: string };
  const asked = { planId, quantity: '13', effective: 'period_end' };
  const shown = await bo.call('POST', `${at}/preview-change`, { body: asked });
  const { previewToken, effectiveOn } = shown.body as {
    previewToken: string;
    effectiveOn: string;
  };
  expect(effectiveOn).toBe('2026-04-02');
  await bo.call('POST', `${at}/change-plan`, { body: { previewToken } });
  expect(await own.used(bo)).toBe('600.00');
  const { ctx } = acme.people;
  const behind = { ...ctx, now: '2026-04-02T09:00:00.000Z' as typeof ctx.now };
  await stage.staff.app.get(SweepContracts, { strict: false }).execute(behind);
  expect(await own.used(bo)).toBe('0.00');
});

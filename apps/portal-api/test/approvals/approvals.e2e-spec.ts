import { expectInvariants } from '../../../../test/support/invariants.js';
import { ApprovalStage, type Somebody } from './approval-stage.js';
import type { Made } from '../customer-stage.js';
import { codeOf, PortalClient, PREFIX, type Signed } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let s: ApprovalStage;
/** Without a limit, so that there is always somebody who may approve. */
let ada: Somebody;

beforeAll(async () => {
  stage = await PortalStage.open();
  s = await ApprovalStage.of(stage);
  ada = await s.person({ role: 'Admin' });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

const monthly = (approvalLimit: string | null, more = {}) =>
  s.person({ approvalLimit, limitPeriod: 'month', ...more });

describe('the limit of who orders', () => {
  it('lets through what it reaches to the last cent, and nothing beyond: example 7', async () => {
    const bo = await monthly('1000.00');
    expect(await s.checkout(bo, '400.00')).toMatchObject({ outcome: 'placed' });
    expect(await s.checkout(bo, '600.00')).toMatchObject({ outcome: 'placed' });
    const { outcome, orderId } = await s.checkout(bo, '0.01');
    expect(outcome).toBe('awaiting_approval');
    expect(await s.used(bo)).toBe('1000.00');
    expect(await s.order(orderId)).toMatchObject({ status: 'draft', approval: 'waiting' });
  });

  it('places two of twenty orders at once, and eighteen wait: example 8', async () => {
    const bo = await monthly('1000.00');
    const drafts = [];
    for (let n = 0; n < 20; n += 1) drafts.push(await s.draft('400.00'));
    const done = await Promise.all(drafts.map((id) => s.commit(bo, id, { total: 40_000n })));
    const outcomes = done.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'awaiting_approval')).toHaveLength(18);
    expect(await s.used(bo)).toBe('800.00');
  });

  it('is free again in the period of the order, not in that of its end: example 10', async () => {
    const bo = await monthly('1000.00');
    const { id } = bo;
    const orderId = await s.draft('600.00');
    const may = { total: 60_000n, on: '2026-05-20' };
    expect(await s.commit(bo, orderId, may)).toMatchObject({ outcome: 'placed' });
    await s.commit(bo, await s.draft('300.00'), { total: 30_000n, on: '2026-06-02' });
    const uses = () =>
      stage.t.db.read(s.acme.people.ctx, (tx) =>
        tx.rows(
          `select starts_on as "on", used::int from portal.limit_use
           where company_id = $1 and portal_user_id = $2 order by starts_on`,
          [tx.ctx.companyId, id],
        ),
      );
    expect(await uses()).toEqual([
      { on: '2026-05-01', used: 60_000 },
      { on: '2026-06-01', used: 30_000 },
    ]);
    await s.acme.made(`/sales-orders/${orderId}/cancel`, { reason: 'In June' });
    expect(await uses()).toEqual([
      { on: '2026-05-01', used: 0 },
      { on: '2026-06-01', used: 30_000 },
    ]);
  });

  it('counts another currency at its latest rate, and waits without one: example 11', async () => {
    const bo = await monthly('1000.00');
    const none = await s.checkout(bo, '1100.00', 'USD');
    expect(none.outcome).toBe('awaiting_approval');
    await s.acme.made('/exchange-rates', {
      base: 'USD',
      quote: 'EUR',
      rate: '0.90',
      day: '2020-01-01',
    });
    expect(await s.checkout(bo, '1100.00', 'USD')).toMatchObject({ outcome: 'placed' });
    expect(await s.used(bo)).toBe('990.00');
  });

  it.each([
    ['none lets everything through', null, 'placed'],
    ['of nothing always waits', '0.00', 'awaiting_approval'],
  ])('%s', async (_, approvalLimit, outcome) => {
    const bo = await monthly(approvalLimit);
    expect(await s.checkout(bo, '99999.00')).toMatchObject({ outcome });
  });

  it('counts each order by itself unless a period is said', async () => {
    const bo = await s.person({ approvalLimit: '1000.00' });
    for (const _ of [1, 2]) {
      expect(await s.checkout(bo, '1000.00')).toMatchObject({ outcome: 'placed' });
    }
    expect(await s.checkout(bo, '1000.01')).toMatchObject({ outcome: 'awaiting_approval' });
    expect(await s.used(bo)).toBe('0.00');
  });

  it('of another period counts what was spent before', async () => {
    const bo = await monthly('1000.00');
    await s.checkout(bo, '700.00');
    await s.acme.staff.call('PATCH', `/portal-users/${bo.id}`, { body: { limitPeriod: 'year' } });
    expect(await s.used(bo)).toBe('700.00');
    expect(await s.checkout(bo, '300.01')).toMatchObject({ outcome: 'awaiting_approval' });
    expect(await s.checkout(bo, '300.00')).toMatchObject({ outcome: 'placed' });
  });
});

describe('an order that waits', () => {
  it('is changed, placed and confirmed by nobody until it is approved', async () => {
    const bo = await monthly('10.00');
    const { orderId, approvalId } = await s.checkout(bo, '500.00');
    const { staff } = s.acme;
    const at = `/sales-orders/${orderId}`;
    for (const [method, path, body] of [
      ['POST', `${at}/confirm`, {}],
      ['POST', `${at}/place`, {}],
      ['PATCH', at, { currency: 'USD' }],
      ['POST', `${at}/lines`, { description: 'More', ordered: '1', unitPrice: '1.00' }],
    ] as const) {
      const answer = await staff.call(method, path, { body });
      expect([path, codeOf(answer)]).toEqual([path, '409 awaiting_customer_approval']);
    }
    expect((await s.approve(ada, approvalId)).body).toMatchObject({ status: 'approved' });
    expect(await s.order(orderId)).toMatchObject({ status: 'pending', approval: 'approved' });
    expect(codeOf(await staff.call('POST', `${at}/confirm`, { body: {} }))).toBe('200');
  });

  it('is cancelled with one rejection, and nothing is charged', async () => {
    const bo = await monthly('10.00');
    const cy = await s.person({ role: 'Approver', approvalLimit: '900.00', limitPeriod: 'month' });
    const { orderId, approvalId } = await s.checkout(bo, '500.00');
    expect((await s.reject(cy, approvalId)).body).toMatchObject({
      status: 'rejected',
      decidedBy: cy.id,
      reason: 'No',
    });
    expect(await s.order(orderId)).toMatchObject({ status: 'cancelled', approval: null });
    expect([await s.used(bo), await s.used(cy)]).toEqual(['0.00', '0.00']);
    expect(codeOf(await s.approve(ada, approvalId))).toBe('409 approval_decided');
  });

  it('waits no longer once staff cancel it', async () => {
    const bo = await monthly('10.00');
    const { orderId, approvalId } = await s.checkout(bo, '500.00');
    await s.acme.made(`/sales-orders/${orderId}/cancel`, { reason: 'Not sold' });
    expect(await s.approval(bo, approvalId)).toMatchObject({ status: 'withdrawn' });
  });

  it('is taken back by who asked alone', async () => {
    const bo = await monthly('10.00');
    const { orderId, approvalId } = await s.checkout(bo, '500.00');
    const body = { version: 1 };
    const at = `/approvals/${approvalId}/withdraw`;
    expect(codeOf(await ada.call('POST', at, { body }))).toBe('403 approval_not_theirs');
    expect((await bo.call('POST', at, { body })).body).toMatchObject({ status: 'withdrawn' });
    expect(codeOf(await bo.call('POST', at, { body }))).toBe('200');
    expect(await s.order(orderId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('approving', () => {
  it('is charged to who approves, as far as they have it left: example 9', async () => {
    const bo = await monthly('10.00');
    const cy = await s.person({ role: 'Approver', approvalLimit: '5000.00', limitPeriod: 'month' });
    const first = await s.checkout(bo, '3000.00');
    const second = await s.checkout(bo, '2500.00');
    expect((await s.approve(cy, first.approvalId)).body).toMatchObject({ status: 'approved' });
    expect(codeOf(await s.approve(cy, second.approvalId))).toBe('409 approval_limit_exceeded');
    expect([await s.used(cy), await s.used(bo)]).toEqual(['3000.00', '0.00']);
    expect(await s.approval(bo, second.approvalId)).toMatchObject({ status: 'pending' });
  });

  it('is nothing for who asked, nor for who may not: access cases 21 and 22', async () => {
    const cy = await monthly('10.00', { role: 'Approver' });
    const bo = await monthly('10.00', { without: ['approveQuotes'] });
    const own = await s.checkout(cy, '500.00');
    expect(codeOf(await s.approve(cy, own.approvalId))).toBe('409 own_approval');
    const adas = await s.person({ role: 'Admin', approvalLimit: '1.00' });
    const asked = await s.checkout(adas, '500.00');
    const at = `/approvals/${asked.approvalId}`;
    expect(codeOf(await bo.call('POST', `${at}/approve`, { body: { version: 1 } }))).toBe(
      '403 permission_denied',
    );
    expect(codeOf(await bo.call('GET', at))).toBe('404 not_found');
  });

  it('is one person’s, as whichever of their users they ask and sign', async () => {
    const own = await ApprovalStage.of(stage);
    const other = await own.acme.account('Beside');
    const email = `two-${own.accountId}@example.com`;
    const lim = await own.person({ email, role: 'Approver', approvalLimit: '10.00' });
    const permissions = { approveQuotes: true };
    const also = await own.acme.people.user({ partyId: other, email, permissions });
    const within = { role: 'Approver', accessLevel: 'account_tree' };
    await own.acme.staff.call('PATCH', `/accounts/${own.accountId}`, { body: { parentId: other } });
    await own.acme.staff.call('PATCH', `/portal-users/${also.id}`, { body: within });
    const orderId = await own.draft('500.00');
    // Nobody else may say yes: as another of their users, it would be their own word.
    await expect(own.commit(lim, orderId, { total: 50_000n })).rejects.toMatchObject({
      code: 'no_approver_available',
    });
    const cy = await own.person({ role: 'Approver', approvalLimit: '900.00' });
    const { approvalId } = await own.commit(lim, orderId, { total: 50_000n });
    const switched = async (from: PortalClient, portalUserId: string) => {
      const { body } = await from.call('POST', '/auth/switch', { body: { portalUserId } });
      return new PortalClient(stage.portal, PREFIX.customer, body as Signed);
    };
    const second = await switched(lim, also.id);
    const at = `/approvals/${approvalId}`;
    const waiting = async (by: PortalClient) => {
      const { body } = await by.call('GET', '/approvals?box=inbox');
      return (body as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    // Nor does it wait for them there, as it does for somebody else.
    expect(await waiting(second)).toEqual([]);
    expect(await waiting(cy)).toEqual([approvalId]);
    for (const [verb, body] of [
      ['approve', { version: 1 }],
      ['reject', { version: 1, reason: 'No' }],
    ] as const) {
      expect(codeOf(await second.call('POST', `${at}/${verb}`, { body }))).toBe('409 own_approval');
    }
    expect((await own.approve(cy, approvalId)).body).toMatchObject({ status: 'approved' });
  });

  it('of what was read otherwise is refused, and of what is done answers the same', async () => {
    const bo = await monthly('10.00');
    const { approvalId } = await s.checkout(bo, '500.00');
    const at = `/approvals/${approvalId}/approve`;
    const by = (version: number) => ada.call('POST', at, { body: { version } });
    expect(codeOf(await by(7))).toBe('412 precondition_failed');
    const [one, two] = await Promise.all([by(1), by(1)]);
    expect([codeOf(one), codeOf(two), codeOf(await by(1))]).toEqual(['200', '200', '200']);
  });

  it('by two at once is done once, and charged to one', async () => {
    const bo = await monthly('10.00');
    const both = [
      await s.person({ role: 'Approver', approvalLimit: '900.00', limitPeriod: 'month' }),
      await s.person({ role: 'Approver', approvalLimit: '900.00', limitPeriod: 'month' }),
    ];
    const { approvalId } = await s.checkout(bo, '500.00');
    const body = { version: 1 };
    const answers = await Promise.all(
      both.map((by) => by.call('POST', `/approvals/${approvalId}/approve`, { body })),
    );
    expect(answers.map(codeOf).sort()).toEqual(['200', '409 approval_decided']);
    const used = await Promise.all(both.map((by) => s.used(by)));
    expect(used.sort()).toEqual(['0.00', '500.00']);
  });

  it('where nobody may is refused, and nothing is stored', async () => {
    const alone = await ApprovalStage.of(stage);
    const bo = await alone.person({ approvalLimit: '10.00', role: 'Admin' });
    const orderId = await alone.draft('500.00');
    await expect(alone.commit(bo, orderId, { total: 50_000n })).rejects.toMatchObject({
      code: 'no_approver_available',
    });
    expect(await alone.order(orderId)).toMatchObject({ status: 'draft', approval: null });
  });
});

describe('an order that waits and that credit refuses', () => {
  it('is refused in the words of customers, with a check that staff can override', async () => {
    const own = await ApprovalStage.of(stage);
    const { staff } = own.acme;
    const filter = { field: 'accountId', op: 'eq', value: own.accountId };
    const ledgers = `/ledger-accounts?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const { data } = (await staff.call('GET', ledgers)).body as { data: Made[] };
    const limited = async (creditLimit: string) => {
      const body = { creditLimit, defaultCurrency: 'EUR' };
      const set = await staff.call('PATCH', `/ledger-accounts/${data[0]?.id}`, { body });
      expect(set.status).toBe(200);
    };
    await limited('10.00');
    const [bo, boss] = [
      await own.person({ approvalLimit: '10.00' }),
      await own.person({ role: 'Admin' }),
    ];
    const { approvalId, orderId } = await own.checkout(bo, '500.00');
    const refused = await own.approve(boss, approvalId);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'credit_check_failed',
        detail: 'The order cannot be taken as it is; Ada Admin can tell what is possible.',
      },
    });
    const { creditCheckId } = (await own.order(orderId)) as object as { creditCheckId: string };
    const path = `/credit-checks/${creditCheckId}`;
    expect(await staff.call('GET', path)).toMatchObject({ body: { outcome: 'rejected' } });
    const asked = await staff.call('POST', `${path}/override`, { body: { reason: 'Please' } });
    expect(asked.status).toBe(201);
    await limited('1000.00');
    expect((await own.approve(boss, approvalId)).status).toBe(200);
    // The refusal has placed a soft hold, so that the company decides.
    const placed = { status: 'pending_approval', approval: 'approved' };
    expect(await own.order(orderId)).toMatchObject(placed);
  });
});

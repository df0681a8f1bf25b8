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

interface Answered {
  readonly outcome: string;
  readonly approvalId: string | null;
}
interface Steps {
  readonly id: string;
  readonly mayChange: boolean;
  readonly mayPause: boolean;
  readonly mayResume: boolean;
  readonly mayCancel: boolean;
}
interface Shown {
  readonly previewToken: string;
}
const read = async <T>(by: PortalClient, path: string) => (await by.call('GET', path)).body as T;
const told = async (answer: Promise<{ readonly body?: unknown }>) =>
  (await answer).body as Answered;

describe('another plan', () => {
  async function subscribed() {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const subscription = await own.acme.subscription(own.accountId);
    const { id } = subscription;
    const [plan] = await read<{ id: string; unitPrice: string }[]>(
      boss,
      `/subscriptions/${id}/plans`,
    );
    const preview = async (quantity: string) => {
      const body = { planId: plan?.id, quantity };
      const answer = await boss.call('POST', `/subscriptions/${id}/preview-change`, { body });
      return answer.body as { difference: string; previewToken: string };
    };
    return { own, boss, id, plan, preview };
  }

  it('is shown, and made as it was shown', async () => {
    const { own, id, plan, preview } = await subscribed();
    expect(plan).toMatchObject({ unitPrice: '50.00' });
    const { previewToken: stale } = await preview('2');
    const { difference, previewToken } = await preview('3');
    expect(difference).toBe('100.00');
    const bo = await own.person({ approvalLimit: '100.00', limitPeriod: 'year' });
    const path = `/subscriptions/${id}/change-plan`;
    const changed = await told(bo.call('POST', path, { body: { previewToken } }));
    expect(changed).toMatchObject({ outcome: 'changed', subscription: { id } });
    expect(await own.used(bo)).toBe('100.00');
    const again = await told(bo.call('POST', path, { body: { previewToken } }));
    expect(again).toEqual(changed);
    expect(await own.used(bo)).toBe('100.00');
    const late = await bo.call('POST', path, { body: { previewToken: stale } });
    expect(codeOf(late)).toBe('409 preview_stale');
  });

  it('above the limit waits for approval, and is made by it', async () => {
    const { own, boss, id, preview } = await subscribed();
    const { previewToken } = await preview('4');
    const bo = await own.person({ approvalLimit: '100.00' });
    const path = `/subscriptions/${id}/change-plan`;
    const waits = await told(bo.call('POST', path, { body: { previewToken } }));
    expect(waits).toMatchObject({ outcome: 'awaiting_approval', subscription: null });
    expect((await own.approve(boss, waits.approvalId ?? '')).body).toMatchObject({
      status: 'approved',
      subject: 'plan_change',
      total: '150.00',
    });
    const { items } = await read<{ items: { quantity: string }[] }>(boss, `/subscriptions/${id}`);
    expect(items.at(-1)?.quantity).toBe('4');
  });

  it('that costs more is not for who is held, and a lower one is', async () => {
    const { own, boss, id, preview } = await subscribed();
    const path = `/subscriptions/${id}/change-plan`;
    const [more, most] = [await preview('3'), await preview('4')];
    const bo = await own.person({ approvalLimit: '0.00' });
    const asked = { body: { previewToken: most.previewToken } };
    const waits = await told(bo.call('POST', path, asked));
    expect(waits.outcome).toBe('awaiting_approval');
    const hold = {
      accountId: own.accountId,
      strength: 'hard',
      reason: 'manual',
      note: 'Never pays',
    };
    await own.acme.made('/credit-holds', hold);
    const held = [
      await boss.call('POST', path, { body: { previewToken: more.previewToken } }),
      await own.approve(boss, waits.approvalId ?? ''),
    ];
    expect(held.map(codeOf)).toEqual(['422 credit_hold_hard', '422 credit_hold_hard']);
    expect(JSON.stringify(held)).not.toMatch(/Never pays|manual/);
    await bo.call('POST', `/approvals/${waits.approvalId}/withdraw`, { body: { version: 1 } });
    const { previewToken } = await preview('1');
    const lower = await told(boss.call('POST', path, { body: { previewToken } }));
    expect(lower.outcome).toBe('changed');
    const ended = await boss.call('POST', `/subscriptions/${id}/cancel`, { body: { reason: 'x' } });
    expect(codeOf(ended)).toBe('200');
    const on = await boss.call('POST', `/subscriptions/${id}/resume`);
    expect(codeOf(on)).toBe('422 credit_hold_hard');
  });

  it('ends with its period, and goes on until then', async () => {
    const { boss, id } = await subscribed();
    const at = `/subscriptions/${id}`;
    const ended = await boss.call('POST', `${at}/cancel`, { body: { reason: 'Too dear' } });
    expect((ended.body as { cancelAt: string | null }).cancelAt).not.toBeNull();
    const on = await boss.call('POST', `${at}/resume`);
    expect(on.body).toMatchObject({ outcome: 'resumed', subscription: { cancelAt: null } });
  });

  it('in place of a lower one that an Admin has planned is spent, and asked for', async () => {
    const { own, boss, id, plan, preview } = await subscribed();
    const path = `/subscriptions/${id}/change-plan`;
    const { previewToken } = await preview('5');
    await boss.call('POST', path, { body: { previewToken } });
    const lower = await preview('1');
    await boss.call('POST', path, { body: { previewToken: lower.previewToken } });
    const bo = await own.person({ approvalLimit: '199.99' });
    const undo = { planId: plan?.id, quantity: '5' };
    const asked = [];
    for (const effective of ['now', 'period_end']) {
      const body = { ...undo, effective };
      const shown = await boss.call('POST', `/subscriptions/${id}/preview-change`, { body });
      const said = { previewToken: (shown.body as Shown).previewToken };
      const waits = await told(bo.call('POST', path, { body: said }));
      asked.push(await own.approval(bo, waits.approvalId ?? ''));
      const taken = { body: { version: 1 } };
      const back = await bo.call('POST', `/approvals/${waits.approvalId}/withdraw`, taken);
      expect(codeOf(back)).toBe('200');
    }
    expect(asked).toMatchObject([{ total: '200.00' }, { total: '200.00' }]);
    expect(await own.used(bo)).toBe('0.00');
  });

  it('goes on behind an end that an Admin has set only for whom the limit lets', async () => {
    const { own, boss, id } = await subscribed();
    const at = `/subscriptions/${id}`;
    await boss.call('POST', `${at}/cancel`, { body: { reason: 'Too dear' } });
    const bo = await own.person({ approvalLimit: '49.99', limitPeriod: 'year' });
    const waits = await told(bo.call('POST', `${at}/resume`));
    expect(waits).toMatchObject({ outcome: 'awaiting_approval', subscription: null });
    const again = await told(bo.call('POST', `${at}/resume`));
    expect(again.approvalId).toBe(waits.approvalId);
    const ends = await read<{ cancelAt: string | null }>(boss, at);
    expect(ends.cancelAt).not.toBeNull();
    const approved = await own.approve(boss, waits.approvalId ?? '');
    expect(approved.body).toMatchObject({ subject: 'resumption', total: '50.00' });
    expect(await read(boss, at)).toMatchObject({ cancelAt: null });
    await boss.call('POST', `${at}/cancel`, { body: { reason: 'Still too dear' } });
    const jo = await own.person({ approvalLimit: '50.00', limitPeriod: 'year' });
    const went = await told(jo.call('POST', `${at}/resume`));
    expect(went).toMatchObject({ outcome: 'resumed', approvalId: null });
    expect([await own.used(jo), await own.used(bo)]).toEqual(['50.00', '0.00']);
  });
});

describe('a pause', () => {
  async function subscribed(customerMayPause: boolean) {
    const own = await ApprovalStage.of(stage);
    const boss = await own.person({ role: 'Admin' });
    const subscription = await own.acme.subscription(own.accountId);
    const { id, planId } = subscription as typeof subscription & { planId: string };
    const { staff } = own.acme;
    if (customerMayPause) {
      const answer = await staff.call('PATCH', `/plans/${planId}`, { body: { customerMayPause } });
      expect(answer.status).toBe(200);
    }
    return { own, boss, staff, id, at: `/subscriptions/${id}` };
  }

  it('is the customer’s where the plan lets them, and goes on within a limit', async () => {
    const { own, boss, staff, at } = await subscribed(true);
    const may = async (by: PortalClient) => {
      const { data } = await read<{ data: Steps[] }>(by, '/subscriptions');
      const [listed] = data.filter((each) => at.endsWith(each.id));
      const one = await read<Steps>(by, at);
      const shown = ({ mayChange, mayPause, mayResume, mayCancel }: Steps) =>
        [mayChange && 'change', mayPause && 'pause', mayResume && 'resume', mayCancel && 'cancel']
          .filter(Boolean)
          .join(' ');
      expect(listed && shown(listed)).toBe(shown(one));
      return shown(one);
    };
    expect(await may(boss)).toBe('change pause cancel');
    const [viewer, blind] = await Promise.all([
      own.person({ without: ['placeOrders'] }),
      own.person({ without: ['seePricing'] }),
    ]);
    expect([await may(viewer), await may(blind)]).toEqual(['', 'pause cancel']);
    const paused = await boss.call('POST', `${at}/pause`, { body: { reason: 'Holidays' } });
    expect(paused.body).toMatchObject({ status: 'suspended', pauseOn: null });
    expect(await may(boss)).toBe('resume cancel');
    expect(codeOf(await boss.call('POST', `${at}/pause`, { body: {} }))).toBe(
      '409 subscription_not_active',
    );
    const log = await staff.call('GET', `${at}/amendments`);
    const { data } = log.body as { data: { kind: string; reason: string }[] };
    expect(data).toContainEqual(expect.objectContaining({ kind: 'paused', reason: 'Holidays' }));
    const bo = await own.person({ approvalLimit: '49.99', limitPeriod: 'year' });
    const waits = await told(bo.call('POST', `${at}/resume`));
    expect(waits).toMatchObject({ outcome: 'awaiting_approval', subscription: null });
    expect(await read(boss, at)).toMatchObject({ status: 'suspended' });
    const approved = await own.approve(boss, waits.approvalId ?? '');
    expect(approved.body).toMatchObject({ subject: 'resumption', total: '50.00' });
    expect(await read(boss, at)).toMatchObject({ status: 'active' });
    const until = { from: 'period_end', resumeOn: '2100-01-01' };
    const later = await boss.call('POST', `${at}/pause`, { body: until });
    expect(later.body).toMatchObject({ pauseOn: expect.any(String), resumeOn: '2100-01-01' });
    expect(await may(boss)).toBe('change pause resume cancel');
    const jo = await own.person({ approvalLimit: '50.00', limitPeriod: 'year' });
    const back = await told(jo.call('POST', `${at}/resume`));
    expect(back).toMatchObject({
      outcome: 'resumed',
      subscription: { pauseOn: null, resumeOn: null },
    });
    expect(await own.used(jo)).toBe('50.00');
  });

  it('is refused beside the plan, of another customer, and of what others stopped', async () => {
    const { own, boss, staff, at } = await subscribed(false);
    expect(await read(boss, at)).toMatchObject({ mayPause: false });
    const refused = await boss.call('POST', `${at}/pause`, { body: {} });
    expect(codeOf(refused)).toBe('422 pause_not_offered');
    await staff.call('POST', `${at}/pause`, { body: {} });
    expect(codeOf(await boss.call('POST', `${at}/resume`))).toBe('422 pause_not_offered');
    await staff.call('POST', `${at}/resume`, { body: {} });
    await staff.call('POST', `${at}/suspend`, { body: { reason: 'Under review' } });
    expect(codeOf(await boss.call('POST', `${at}/resume`))).toBe('409 subscription_not_active');
    const other = await own.acme.account('Another customer');
    const eve = await own.person({ role: 'Admin' }, other);
    expect(codeOf(await eve.call('POST', `${at}/pause`, { body: {} }))).toBe('404 not_found');
    const reader = await own.person({ without: ['placeOrders'] });
    expect(codeOf(await reader.call('POST', `${at}/pause`, { body: {} }))).toMatch(/^403/);
  });
});

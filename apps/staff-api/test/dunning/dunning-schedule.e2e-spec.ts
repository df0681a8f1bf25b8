import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import { LETTERS, onDunningStage, type Pursuit } from './dunning-support.js';
import { memberWith, refusal } from '../access/members.js';

let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
onDunningStage((stage) => ({ api, admin, p } = stage));

describe('/dunning/schedule', () => {
  it('is empty until it is saved, and then numbered', async () => {
    expect((await admin.call('GET', '/dunning/schedule')).body).toMatchObject({
      version: 0,
      steps: [],
      autoRun: false,
    });
    expect(refusal(await admin.call('POST', '/dunning/run', { body: {} }))).toEqual([
      422,
      'dunning_not_configured',
    ]);
    const saved = await p.put({ steps: LETTERS, autoRun: true, minimumBalance: '5.00' });
    expect(saved.body).toMatchObject({
      version: 1,
      autoRun: true,
      minimumBalance: '5',
      minimumGapDays: 3,
      ladder: 1,
      steps: [
        { step: 1, daysAfterDue: 3, action: 'reminder' },
        { step: 2, daysAfterDue: 10, action: 'warning' },
        { step: 3, daysAfterDue: 20, action: 'suspend_subscription' },
      ],
    });
    const stale = await admin.call('PUT', '/dunning/schedule', {
      body: { steps: LETTERS },
      headers: { 'if-match': '"7"' },
    });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
  });

  it('takes only steps whose days ascend', async () => {
    const same = [LETTERS[0], { ...LETTERS[1], daysAfterDue: 3 }, LETTERS[2]];
    const answer = await p.put({ steps: same });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: [{ pointer: '/steps/1/daysAfterDue', code: 'ascending' }],
    });
  });

  it('leaves accounts alone that it names', async () => {
    const accountId = await p.account();
    const paused = [{ accountId, reason: 'key account', until: null }];
    await p.scheduled(LETTERS, { pausedAccounts: paused });
    const invoice = await p.overdue(accountId);
    expect(await p.run()).toMatchObject({ invoices: 1, held: 1, sent: 0 });
    expect(await p.standing(invoice)).toMatchObject({ heldBy: 'paused' });
    await p.scheduled(LETTERS, { pausedAccounts: [] });
    expect(await p.run()).toMatchObject({ sent: 1 });
  });
});

describe('the right to dunning', () => {
  it('is asked for, and reaches no other company', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    const stranger = await api.newAdmin();
    expect(refusal(await stranger.call('GET', `/invoices/${invoice.id}/dunning`))).toEqual([
      404,
      'not_found',
    ]);
    const pause = { invoiceId: invoice.id, reason: 'x' };
    expect(refusal(await stranger.call('POST', '/dunning/pauses', { body: pause }))).toEqual([
      422,
      'reference_not_found',
    ]);
    const viewer = await memberWith(api, { matrix: { dunning: ['view'] } });
    expect((await viewer.call('GET', '/dunning/schedule')).status).toBe(200);
    for (const [method, path] of [
      ['PUT', '/dunning/schedule'],
      ['POST', '/dunning/run'],
      ['POST', '/dunning/pauses'],
    ] as const) {
      expect(refusal(await viewer.call(method, path, { body: {} }))).toEqual([
        403,
        'permission_denied',
      ]);
    }
  });
});

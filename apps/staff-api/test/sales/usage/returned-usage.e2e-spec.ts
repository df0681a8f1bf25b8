import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn, invoicesOf, scheduleOf as scheduleFor } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-15T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for months.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);

const billed = (day: string, more: object = {}) => billedOn({ t, api, admin }, day, more);
const invoices = () => invoicesOf(admin);
const notes = async () => (await call('GET', '/credit-notes?sort=number')).body.data as Json[];
const scheduleOf = (subscription: Made) => scheduleFor(admin, subscription);

describe('usage', () => {
  /** Graduated: the first 100 at 1.00, up to 200 at 0.50, above at 0.10. */
  const G = [
    { upTo: '100', unitPrice: '1' },
    { upTo: '200', unitPrice: '0.5' },
    { upTo: null, unitPrice: '0.1' },
  ];

  async function metered(version: object = {}, more: object = {}): Promise<Made> {
    const meter = await post('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
    const plan = await aPlan(admin, {
      charges: [
        {
          key: 'calls',
          meterId: meter.body.id,
          name: 'Calls',
          prices: [{ currency: 'EUR', model: 'graduated', tiers: G }],
        },
      ],
      ...version,
    });
    return aSubscription(admin, plan, { startDate: '2026-01-01', ...more });
  }

  const used = (subscription: Made, day: string, value: string, eventId = `${day} ${value}`) =>
    post(`/subscriptions/${subscription.id}/usage`, {
      events: [{ eventId, meter: 'calls', timestamp: `${day}T09:00:00Z`, value }],
    });

  test('that is given back beyond an invoice comes back by a note on what billed it', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '170', 'kept');
    await used(subscription, '2026-01-11', '800', 'wrong');
    await billed('2026-02-01');
    const [, billing] = await invoices();
    const path = `/invoices/${billing?.id}`;
    for (const { id } of billing?.lines ?? []) {
      await call('PATCH', `${path}/lines/${id}`, { taxRate: '19' });
    }
    await post(`${path}/send`);
    // A newer invoice has room as well, and is not what billed it.
    await billed('2026-03-01');
    await post(`/invoices/${(await invoices()).at(-1)?.id}/send`);
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-04-01');
    expect((await invoices()).at(-1)).toMatchObject({ total: '0.00' });
    expect(await notes()).toMatchObject([
      { invoiceId: billing?.id, status: 'applied', subtotal: '42.00', total: '49.98' },
    ]);
    await expectInvariants(t, ['I15b']);
    await billed('2026-05-01');
    expect((await invoices()).at(-1)).toMatchObject({ total: '50.00' });
    expect(await notes()).toHaveLength(1);
  });

  test('that is given back beyond a draft is taken off the one that billed it', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '170', 'kept');
    await used(subscription, '2026-01-11', '800', 'wrong');
    await billed('2026-02-01');
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-03-01');
    expect((await invoices()).slice(1)).toMatchObject([{ total: '235.00' }, { total: '0.00' }]);
    expect(await notes()).toEqual([]);
  });

  test.each(['run', 'draft'])(
    'that is given back by a %s comes back though it is given up',
    async (by) => {
      const subscription = await metered();
      await used(subscription, '2026-01-10', '170', 'kept');
      await used(subscription, '2026-01-11', '80', 'wrong');
      await billed('2026-02-01');
      for (const { id } of await invoices()) await post(`/invoices/${id}/send`);
      if (by === 'run') await post('/usage-events/wrong/void', { reason: 'Counted twice' });
      await billed('2026-03-01');
      const last = (await invoices()).at(-1);
      if (by === 'draft') {
        await post('/usage-events/wrong/void', { reason: 'Counted twice' });
        await post(`/invoices/${last?.id}/refresh-usage`);
      }
      expect((await invoices()).at(-1)).toMatchObject({ total: '30.00' });
      await post(`/invoices/${last?.id}/cancel`);
      await billed('2026-04-01');
      expect((await invoices()).at(-1)).toMatchObject({ total: '30.00' });
      await billed('2026-05-01');
      expect((await invoices()).at(-1)).toMatchObject({ total: '50.00' });
    },
  );

  test('that is given back when all is over is a note on account', async () => {
    const subscription = await metered();
    await billed('2026-01-20');
    await used(subscription, '2026-01-19', '90', 'wrong');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    await billed('2026-01-21');
    const last = (await invoices()).at(-1);
    await post(`/invoices/${last?.id}/send`);
    await post(`/invoices/${last?.id}/payments`, { amount: '90.00', method: 'cash' });
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-03-22');
    expect(await notes()).toMatchObject([
      { invoiceId: last?.id, status: 'issued', total: '90.00', remaining: '90.00' },
    ]);
    expect(await invoices()).toHaveLength(2);
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'completed' });
    await billed('2026-03-23');
    expect(await notes()).toHaveLength(1);
  });

  /** 90.00 for January, of which 50.00 are wrong; something of it was credited by hand. */
  async function credited(unitPrice: string): Promise<string> {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '40', 'kept');
    await used(subscription, '2026-01-11', '50', 'wrong');
    await billed('2026-02-01');
    for (const { id } of await invoices()) await post(`/invoices/${id}/send`);
    const billing = (await invoices()).at(-1);
    const line = billing?.lines.find(({ net }) => net === '90.00');
    const { body } = await post('/credit-notes', {
      accountId: billing?.accountId,
      invoiceId: billing?.id,
      reason: 'Counted twice',
      lines: [{ description: 'Calls', quantity: '1', unitPrice, invoiceLineId: line?.id }],
    });
    await post(`/credit-notes/${String(body.id)}/issue`);
    return String(body.id);
  }

  const totals = async () => ({
    last: (await invoices()).at(-1)?.total,
    notes: (await notes()).filter(({ status }) => status !== 'void').map(({ total }) => total),
  });

  test.each([
    // What was credited by hand, and what comes back of the 50.00 besides.
    ['50', []],
    ['20', ['30.00']],
    ['90', []],
  ])('of which %s was credited by hand comes back but once', async (byHand, back) => {
    await credited(byHand);
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    for (const day of ['2026-03-01', '2026-04-01']) {
      await billed(day);
      expect(await totals()).toEqual({ last: '50.00', notes: [`${byHand}.00`, ...back] });
    }
  });

  test('that was credited by hand comes back where that note is voided', async () => {
    const id = await credited('50');
    await billed('2026-03-01');
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    const draft = (await invoices()).at(-1);
    await post(`/invoices/${draft?.id}/refresh-usage`);
    expect(await totals()).toEqual({ last: '50.00', notes: ['50.00'] });
    await post('/usage-events/kept/void', { reason: 'Wrong too' });
    await post(`/invoices/${draft?.id}/refresh-usage`);
    expect(await totals()).toEqual({ last: '10.00', notes: ['50.00'] });
    const { body } = await call('GET', `/credit-notes/${id}`);
    await post(`/credit-notes/${id}/unapply`, { invoiceId: body.invoiceId });
    expect((await post(`/credit-notes/${id}/void`, { reason: 'A mistake' })).status).toBe(200);
    await billed('2026-04-01');
    expect(await totals()).toEqual({ last: '50.00', notes: ['50.00'] });
  });

  test('of an invoice that asks for nothing any more does not come back', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-11', '90', 'wrong');
    await billed('2026-02-01');
    await post(`/invoices/${(await invoices()).at(-1)?.id}/cancel`);
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-03-01');
    expect((await invoices()).at(-1)).toMatchObject({ total: '50.00' });
    expect(await notes()).toEqual([]);
  });

  describe('of a subscription that has ended', () => {
    /** 100 used in January, ended with the 15th of February; usage until then is billed. */
    async function ended(): Promise<Made> {
      const subscription = await metered();
      await used(subscription, '2026-01-10', '100', 'kept');
      await billed('2026-02-01');
      await used(subscription, '2026-02-01', '10', 'wrong');
      t.clock.set('2026-02-16T10:00:00Z');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      await billed('2026-02-16');
      return subscription;
    }
    const sum = async () =>
      (await invoices()).reduce((all, { subtotal }) => all + Number(subtotal), 0);
    const sent = async (subscription: Made, eventId: string) => {
      const { body } = await used(subscription, '2026-02-15', '20', eventId);
      return body.rejected;
    };

    test('is billed where it is taken, and refused by its code behind 60 days', async () => {
      const subscription = await ended();
      const before = await sum();
      t.clock.set('2026-04-16T20:59:00Z');
      expect(await sent(subscription, 'last')).toEqual([]);
      t.clock.set('2026-04-17T08:01:00Z');
      expect(await sent(subscription, 'late')).toMatchObject([
        { index: 0, code: 'usage_too_late' },
      ]);
      await billed('2026-04-18');
      expect((await sum()) - before).toBe(20);
      expect(await scheduleOf(subscription)).toMatchObject({ status: 'completed' });
    });

    test('is refused, and not taken back, once a run ahead of time has closed it', async () => {
      const subscription = await ended();
      await used(subscription, '2026-02-15', '20', 'counted');
      const before = await sum();
      await billed('2026-02-17', { asOf: '2026-04-18', allowFuture: true });
      expect((await sum()) - before).toBe(20);
      expect(await sent(subscription, 'late')).toMatchObject([
        { index: 0, code: 'usage_too_late' },
      ]);
      const back = await post('/usage-events/wrong/void', { reason: 'Counted twice' });
      expect([back.status, back.code]).toEqual([409, 'usage_too_late']);
    });
  });

  describe('of the day on which a subscription is cancelled', () => {
    /** 100 used on the 15th, 50 on the 16th, which is when it ends. */
    async function endedAtTen(): Promise<Made> {
      const subscription = await metered();
      await billed('2026-02-01');
      t.clock.set('2026-02-16T10:00:00Z');
      await used(subscription, '2026-02-15', '100', 'yesterday');
      await used(subscription, '2026-02-16', '50', 'today');
      const { body } = await usageOn(subscription, '2026-02-16');
      expect(body.total).toBe('125.00');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      return subscription;
    }
    const usageOn = ({ id }: Made, day: string) =>
      call('GET', `/subscriptions/${id}/usage?on=${day}`);

    test('is billed with the days before it, and none that is sent behind the end', async () => {
      const subscription = await endedAtTen();
      const { body } = await used(subscription, '2026-02-16', '1000', 'behind');
      expect(body.rejected).toMatchObject([{ index: 0, code: 'usage_after_end' }]);
      expect((await usageOn(subscription, '2026-02-15')).body.total).toBe('125.00');
      await billed('2026-02-16');
      const last = (await invoices()).at(-1);
      expect(last?.lines).toMatchObject([
        { net: '100.00', periodStart: '2026-02-01', periodEnd: '2026-02-15' },
        { net: '25.00', periodStart: '2026-02-01', periodEnd: '2026-02-15' },
      ]);
      await billed('2026-04-18');
      expect((await invoices()).at(-1)?.id).toBe(last?.id);
      expect(await scheduleOf(subscription)).toMatchObject({ status: 'completed' });
      const back = await post('/usage-events/today/void', { reason: 'Counted twice' });
      expect([back.status, back.code]).toEqual([409, 'usage_too_late']);
    });

    test('comes back where it is taken back', async () => {
      await endedAtTen();
      await billed('2026-02-16');
      const last = (await invoices()).at(-1);
      await post(`/invoices/${last?.id}/send`);
      await post('/usage-events/today/void', { reason: 'Counted twice' });
      await billed('2026-04-18');
      expect(await notes()).toMatchObject([{ invoiceId: last?.id, total: '25.00' }]);
    });

    test.each(['run', 'draft'])('comes late to a period that was billed, by a %s', async (by) => {
      const subscription = await metered();
      await billed('2026-02-01');
      t.clock.set('2026-02-28T10:00:00Z');
      await used(subscription, '2026-02-28', '100', 'kept');
      await billed('2026-03-01');
      const last = (await invoices()).at(-1);
      expect(last).toMatchObject({ total: '150.00' });
      await used(subscription, '2026-03-01', '50', 'today');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      if (by === 'draft') await post(`/invoices/${last?.id}/refresh-usage`);
      await billed('2026-05-01');
      const totals = (await invoices()).slice(-2).map(({ total }) => total);
      expect(totals).toEqual(by === 'draft' ? ['50.00', '175.00'] : ['150.00', '25.00']);
    });

    test.each([
      ['advance', true],
      ['advance', false],
      ['arrears', false],
    ])('is billed by itself on the first day of all (%s, billed: %s)', async (timing, isBilled) => {
      const minimums = [{ currency: 'EUR', amount: '900.00' }];
      const subscription = await metered({ timing, minimums }, { startDate: '2026-02-01' });
      t.clock.set('2026-02-01T10:00:00Z');
      if (isBilled) await billed('2026-02-01');
      else await post(`/subscriptions/${subscription.id}/activate`);
      await used(subscription, '2026-02-01', '120', 'first');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      const only = { periodStart: '2026-02-01', periodEnd: '2026-02-01' };
      const shown = (await usageOn(subscription, '2026-02-01')).body;
      expect(shown).toMatchObject({ ...only, total: '110.00' });
      const { id } = await scheduleOf(subscription);
      const { body: forecast } = await call('GET', `/billing-schedules/${String(id)}/forecast`);
      const { body: preview } = await call('GET', '/billing-runs/preview?asOf=2026-02-01');
      await billed('2026-02-01');
      const all = await invoices();
      expect(all).toHaveLength(isBilled ? 2 : 1);
      expect(all.at(-1)).toMatchObject({
        ...only,
        issueDate: '2026-02-01',
        subtotal: '110.00',
        lines: ['100.00', '10.00'].map((net) => ({ net, ...only })),
      });
      expect((forecast.data as Json[])[0]).toMatchObject({ ...only, subtotal: '110.00' });
      expect((preview.data as Json[])[0]).toMatchObject({ total: '110.00' });
      // What is taken back comes back, and its schedule is through when none may come late.
      await post(`/invoices/${String(all.at(-1)?.id)}/send`);
      await post('/usage-events/first/void', { reason: 'Counted twice' });
      await billed('2026-04-04');
      expect(await notes()).toMatchObject([{ invoiceId: all.at(-1)?.id, total: '110.00' }]);
      expect(await scheduleOf(subscription)).toMatchObject({ status: 'completed' });
    });

    test.each(['sum', 'weighted'])('asks for nothing of an unused first day (%s)', async (of) => {
      const meter = await post('/meters', { code: 'calls', name: 'Calls', aggregation: of });
      const tiers = [{ upTo: null, unitPrice: '2', fee: '5' }];
      const price = { currency: 'EUR', model: 'volume', tiers, feeAtZero: true };
      const charges = [{ key: 'calls', meterId: meter.body.id, name: 'Calls', prices: [price] }];
      const plan = await aPlan(admin, { charges, timing: 'arrears' });
      const subscription = await aSubscription(admin, plan, { startDate: '2026-01-15' });
      if (of === 'weighted') await used(subscription, '2026-01-15', '9');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      await billed('2026-01-15');
      expect((await usageOn(subscription, '2026-01-15')).body.total).toBe('0.00');
      await billed('2026-03-20');
      expect(await invoices()).toEqual([]);
    });

    test('leaves a weighted level as it held on the days before', async () => {
      const asked = { code: 'calls', name: 'Calls', aggregation: 'weighted' };
      const meter = await post('/meters', asked);
      const price = { currency: 'EUR', model: 'per_unit', unitPrice: '2.00' };
      const charges = [{ key: 'calls', meterId: meter.body.id, name: 'Calls', prices: [price] }];
      const plan = await aPlan(admin, { charges });
      const subscription = await aSubscription(admin, plan, { startDate: '2026-02-01' });
      t.clock.set('2026-02-16T10:00:00Z');
      await used(subscription, '2026-02-01', '10');
      await used(subscription, '2026-02-16', '9000');
      await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
      await billed('2026-02-16');
      expect((await invoices()).at(-1)?.lines.at(-1)?.quantity).toMatch(/^5\.2/);
    });
  });

  test('is not taken back once no run looks at it again', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '100', 'wrong');
    for (const day of ['2026-02-01', '2026-03-01', '2026-04-01']) await billed(day);
    const taken = () => post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-05-01');
    const back = await taken();
    expect([back.status, back.code]).toEqual([409, 'usage_too_late']);
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'active' });
  });
});

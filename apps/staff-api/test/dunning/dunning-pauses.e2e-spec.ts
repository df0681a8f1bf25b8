import { addSeconds } from '@quittance/kernel';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { InvoiceBody } from '../receivables/billing-support.js';
import { LETTERS, onDunningStage, type Pursuit } from './dunning-support.js';
import { bodyOf, refusal } from '../access/members.js';

let t: TestDatabase;
let admin: StaffClient;
let p: Pursuit;
onDunningStage((stage) => ({ t, admin, p } = stage));

describe('/dunning/pauses', () => {
  it('hold an invoice until their last day', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    const body = { invoiceId: invoice.id, reason: 'customer on holiday', until: '2026-03-10' };
    expect((await admin.call('POST', '/dunning/pauses', { body })).status).toBe(201);
    t.clock.set('2026-03-10T09:00:00.000Z');
    expect(await p.run()).toMatchObject({ held: 1 });
    t.clock.set('2026-03-11T09:00:00.000Z');
    expect(await p.run()).toMatchObject({ sent: 1 });
    const { data } = bodyOf<{ data: object[] }>(await admin.call('GET', '/dunning/pauses'));
    expect(data).toMatchObject([{ kind: 'pause', outcome: 'expired' }]);
  });

  it('outlast a look ahead: what was promised may still come', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    const promise = { invoiceId: invoice.id, reason: 'on Friday', until: '2026-03-06' };
    await admin.call('POST', '/dunning/pauses', { body: { ...promise, promisedAmount: '60.00' } });
    expect(await p.dryRun({ asOf: '2026-03-20' })).toMatchObject({ due: 1 });
    const outcomes = async () =>
      bodyOf<{ data: { outcome: string | null }[] }>(
        await admin.call('GET', '/dunning/pauses'),
      ).data.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual([null]);
    await admin.call('POST', `/invoices/${invoice.id}/payments`, {
      body: { amount: '60.00', currency: 'EUR', method: 'bank_transfer' },
    });
    t.clock.set('2026-03-07T09:00:00.000Z');
    await p.run();
    expect(await outcomes()).toEqual(['kept']);
  });

  it('can be ended before', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    const pause = bodyOf<{ id: string }>(
      await admin.call('POST', '/dunning/pauses', {
        body: { invoiceId: invoice.id, reason: 'in talks' },
      }),
    );
    expect((await admin.call('POST', `/dunning/pauses/${pause.id}/end`)).body).toMatchObject({
      outcome: 'ended',
    });
    expect(refusal(await admin.call('POST', `/dunning/pauses/${pause.id}/end`))).toEqual([
      409,
      'dunning_pause_ended',
    ]);
    expect(await p.run()).toMatchObject({ sent: 1 });
  });

  it('keep a promise to pay on record: kept, broken or off with its invoice', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const kept = await p.overdue(accountId);
    const broken = await p.overdue(accountId);
    const off = await p.overdue(accountId);
    for (const { id } of [kept, broken, off]) {
      const body = {
        invoiceId: id,
        reason: 'will pay on Friday',
        until: '2026-03-06',
        promisedAmount: '60.00',
      };
      expect((await admin.call('POST', '/dunning/pauses', { body })).body).toMatchObject({
        kind: 'promise',
        promisedAmount: '60.00',
      });
    }
    await admin.call('POST', `/invoices/${kept.id}/payments`, {
      body: { amount: '60.00', currency: 'EUR', method: 'bank_transfer' },
    });
    await admin.call('POST', `/invoices/${off.id}/void`, { body: { reason: 'never delivered' } });
    t.clock.set('2026-03-06T09:00:00.000Z');
    expect(await p.run()).toMatchObject({ held: 2 });
    t.clock.set('2026-03-07T09:00:00.000Z');
    expect(await p.run()).toMatchObject({ sent: 2 });
    const list = bodyOf<{ data: { invoiceId: string; outcome: string }[] }>(
      await admin.call('GET', '/dunning/pauses'),
    );
    const outcomeOf = ({ id }: InvoiceBody) =>
      list.data.find(({ invoiceId }) => invoiceId === id)?.outcome;
    expect([kept, broken, off].map(outcomeOf)).toEqual(['kept', 'broken', 'voided']);
  });

  it('judge a promise by its day, however late somebody looks', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const overdue = () => p.overdue(accountId);
    const [timely, late, lessened] = [await overdue(), await overdue(), await overdue()];
    const pay = (id: string, receivedOn: string) =>
      admin.call('POST', `/invoices/${id}/payments`, {
        body: { amount: '60.00', currency: 'EUR', method: 'bank_transfer', receivedOn },
      });
    // What was written off before is no part of what is promised.
    const { id: paymentId } = bodyOf<{ id: string }>(await pay(lessened.id, '2026-03-02'));
    await admin.call('POST', `/invoices/${lessened.id}/write-off`, { body: { reason: 'Lost' } });
    const refund = { body: { amount: '60.00', reason: 'Twice' } };
    await admin.call('POST', `/payments/${paymentId}/refund`, refund);
    const lessThan = bodyOf(await admin.call('GET', `/invoices/${lessened.id}`));
    expect(lessThan).toMatchObject({ balance: '60.00', total: '100.00' });
    for (const { id: invoiceId } of [timely, late, lessened]) {
      const body = { invoiceId, reason: 'on Friday', until: '2026-03-06', promisedAmount: '60.00' };
      await admin.call('POST', '/dunning/pauses', { body });
    }
    t.clock.set('2026-03-20T09:00:00.000Z');
    await pay(timely.id, '2026-03-06');
    await pay(lessened.id, '2026-03-06');
    await pay(late.id, '2026-03-10');
    await p.run();
    const { data } = bodyOf<{ data: { invoiceId: string; outcome: string }[] }>(
      await admin.call('GET', '/dunning/pauses'),
    );
    const outcomes = new Map(data.map(({ invoiceId, outcome }) => [invoiceId, outcome]));
    const outcomeOf = ({ id }: { readonly id: string }) => outcomes.get(id);
    expect([timely, late, lessened].map(outcomeOf)).toEqual(['kept', 'broken', 'kept']);
  });

  it('of the schedule go on when it is saved again, told of when they begin and end', async () => {
    const [one, two] = [await p.account(), await p.account()];
    const told = () =>
      t.db.read(t.ctx(admin.companyId), (tx) =>
        tx.rows<{ said: string }>(`select type || ' ' || (data->>'accountId') as said
          from outbox.event where object = 'dunning-pause' order by occurred_at, id`),
      );
    const put = async (...accounts: string[]) => {
      const pausedAccounts = accounts.map((accountId) => ({ accountId, reason: 'key account' }));
      await p.scheduled(LETTERS, { pausedAccounts });
      t.clock.set(addSeconds(t.clock.now(), 60));
    };
    const pauses = async () =>
      bodyOf<{ data: object[] }>(await admin.call('GET', '/dunning/pauses')).data;
    await put(one);
    const before = await pauses();
    await put(one, one);
    expect(await pauses()).toEqual(before);
    await put(two);
    expect(await pauses()).toMatchObject([
      { accountId: two, outcome: null },
      { accountId: one, outcome: 'ended' },
    ]);
    expect((await told()).map(({ said }) => said)).toEqual([
      `dunning.paused ${one}`,
      `dunning.resumed ${one}`,
      `dunning.paused ${two}`,
    ]);
  });

  it('name one thing, on a day to come, and promise no more than is owed', async () => {
    const invoice = await p.overdue();
    const accountId = await p.account();
    const start = (body: object) =>
      admin.call('POST', '/dunning/pauses', { body: { reason: 'x', ...body } });
    expect((await start({})).body).toMatchObject({ errors: [{ pointer: '/invoiceId' }] });
    expect((await start({ invoiceId: invoice.id, accountId })).status).toBe(422);
    expect((await start({ invoiceId: invoice.id, until: '2026-03-01' })).body).toMatchObject({
      errors: [{ pointer: '/until', code: 'min' }],
    });
    const promise = { invoiceId: invoice.id, until: '2026-03-06' };
    expect((await start({ ...promise, promisedAmount: '100.01' })).body).toMatchObject({
      errors: [{ pointer: '/promisedAmount', code: 'max' }],
    });
    expect((await start({ invoiceId: invoice.id, promisedAmount: '1.00' })).body).toMatchObject({
      errors: [{ pointer: '/until', code: 'required' }],
    });
  });
});

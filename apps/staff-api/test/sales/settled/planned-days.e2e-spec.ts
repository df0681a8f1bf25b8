import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { made, type Json, type Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription, call } from '../sales-support.js';
import { billedOn, invoicesOf, ranOn, told, type Invoice } from '../subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const books = () => ({ t, api, admin });
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const last = async () => (await invoicesOf(admin)).at(-1) as Invoice;
const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};
const notes = async () =>
  (await call(admin, 'GET', '/credit-notes?sort=number')).body.data as Json[];
const read = async ({ id }: Made) => (await call(admin, 'GET', `/subscriptions/${id}`)).body;
const history = async ({ id }: Made) => {
  const { body } = await call(admin, 'GET', `/subscriptions/${id}/amendments?sort=number`);
  return (body.data as Json[]).map(({ kind, effectiveOn }) => `${String(kind)} ${effectiveOn}`);
};

/** 50.00 a month, billed for April and sent. */
async function subscribed(price = '50', more: object = {}): Promise<Subscribed> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: price }] });
  const begun = await aSubscription(admin, plan, { startDate: '2026-04-01', ...more });
  await billedOn(books(), '2026-04-01');
  await post(`/invoices/${(await last()).id}/send`);
  return begun as Subscribed;
}

const asked = ({ items: [item] }: Subscribed, unitPrice: string, more: object = {}) => {
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice }];
  return { items, effective: 'day', day: '2026-04-16', ...more };
};
const changed = (each: Subscribed, unitPrice: string, more: object = {}) =>
  post(`/subscriptions/${each.id}/change`, asked(each, unitPrice, more));

/** What 50 → 80 on the 16th of April asks, as worked example 5 has it. */
const RAISED = [
  '2026-04-16',
  '-25.00: 2026-04-16 to 2026-04-30',
  '40.00: 2026-04-16 to 2026-04-30',
];

describe('a change that is planned for a day that is billed', () => {
  test('is shown, makes nothing yet, and on its day is what its preview has shown', async () => {
    const of = await subscribed();
    on('2026-04-03');
    const preview = await post(`/subscriptions/${of.id}/preview-change`, asked(of, '80'));
    const shown = { effectiveOn: '2026-04-16', credit: '25.00', charge: '40.00', net: '15.00' };
    expect(preview).toMatchObject(shown);
    const answer = await changed(of, '80', { previewHash: preview.previewHash });
    expect(answer).toMatchObject({ changeOn: '2026-04-16', mrr: '50.00' });
    expect(await invoicesOf(admin)).toHaveLength(1);
    await billedOn(books(), '2026-04-15');
    expect(await invoicesOf(admin)).toHaveLength(1);
    await billedOn(books(), '2026-04-16');
    expect(told([await last()])).toEqual([RAISED]);
    expect(await read(of)).toMatchObject({ changeOn: null, mrr: '80.00' });
    expect(await history(of)).toEqual([
      'created 2026-04-01',
      'change_planned 2026-04-16',
      'changed 2026-04-16',
    ]);
    await billedOn(books(), '2026-05-01');
    expect(told([await last()])).toEqual([['2026-05-01', '80.00: 2026-05-01 to 2026-05-31']]);
  });

  test('is dated and prorated by its day, however late that is noticed', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    await billedOn(books(), '2026-04-20');
    expect(told([await last()])).toEqual([RAISED]);
    expect((await history(of)).at(-1)).toBe('changed 2026-04-16');
  });

  test('comes with a run, ahead of any sweep, and ahead of what that bills', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    await ranOn(books(), '2026-05-01');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      RAISED,
      ['2026-05-01', '80.00: 2026-05-01 to 2026-05-31'],
    ]);
  });

  test('gives back by a note on the invoice of the period', async () => {
    const of = await subscribed('90');
    on('2026-04-03');
    await changed(of, '30', { day: '2026-04-21' });
    await billedOn(books(), '2026-04-21');
    const [first] = await invoicesOf(admin);
    expect(await notes()).toMatchObject([{ total: '20.00', invoiceId: first?.id }]);
  });

  test.each([
    ['full', ['30.00']],
    ['none', []],
  ])('with %s proration asks %s', async (proration, asks) => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80', { proration });
    await billedOn(books(), '2026-04-16');
    expect((await invoicesOf(admin)).slice(1).map(({ total }) => total)).toEqual(asks);
    expect(await read(of)).toMatchObject({ changeOn: null, mrr: '80.00' });
  });

  test('with the next invoice waits for that', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80', { billing: 'next_invoice' });
    await billedOn(books(), '2026-04-16');
    expect(await invoicesOf(admin)).toHaveLength(1);
    await billedOn(books(), '2026-05-01');
    expect(await last()).toMatchObject({ total: '95.00' });
  });

  test('is replaced by another, be that earlier or later, or at once', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    await changed(of, '110', { day: '2026-04-21' });
    expect(await read(of)).toMatchObject({ changeOn: '2026-04-21' });
    await billedOn(books(), '2026-04-16');
    expect([(await invoicesOf(admin)).length, (await read(of)).mrr]).toEqual([1, '50.00']);
    await changed(of, '80', { day: '2026-04-18' });
    await changed(of, '65', { effective: 'now', day: undefined });
    expect(told([await last()])).toEqual([
      ['2026-04-16', '-25.00: 2026-04-16 to 2026-04-30', '32.50: 2026-04-16 to 2026-04-30'],
    ]);
    expect(await read(of)).toMatchObject({ changeOn: null, mrr: '65.00' });
    await billedOn(books(), '2026-04-30');
    expect(await invoicesOf(admin)).toHaveLength(2);
  });

  test('gives way to one with the next period as a whole', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    await changed(of, '60', { effective: 'period_end', day: undefined });
    await billedOn(books(), '2026-05-01');
    const [, ...after] = told(await invoicesOf(admin));
    expect(after).toEqual([['2026-05-01', '60.00: 2026-05-01 to 2026-05-31']]);
  });

  test('is withdrawn until its day, and leaves nothing', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    const answer = await call(admin, 'DELETE', `/subscriptions/${of.id}/change`);
    expect(answer.body).toMatchObject({
      changeOn: null,
      items: [{ unitPrice: '50', validTo: null }],
    });
    await billedOn(books(), '2026-05-01');
    const [, ...after] = told(await invoicesOf(admin));
    expect(after).toEqual([['2026-05-01', '50.00: 2026-05-01 to 2026-05-31']]);
    await changed(of, '80', { day: '2026-05-16' });
    on('2026-05-16');
    const late = await call(admin, 'DELETE', `/subscriptions/${of.id}/change`);
    expect(late.code).toBe('no_change_pending');
  });

  test('is through before any other operation of its day, and before a preview', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    on('2026-04-21');
    const next = asked(of, '110', { effective: 'now', day: undefined });
    const preview = await post(`/subscriptions/${of.id}/preview-change`, next);
    // Ten of 30 days are left, paid for at 80.00.
    expect(preview).toMatchObject({ before: '80.00', credit: '26.67', charge: '36.67' });
    expect(told([await last()])).toEqual([RAISED]);
    await post(`/subscriptions/${of.id}/change`, { ...next, previewHash: preview.previewHash });
    expect(await last()).toMatchObject({ issueDate: '2026-04-21', total: '10.00' });
  });

  test('comes before a pause that is asked for behind it', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    on('2026-04-21');
    await post(`/subscriptions/${of.id}/pause`, { creditUnused: true });
    // Ten days at 80.00 come back: of the draft all that it asks, and the rest of the period's.
    const back = '-15.00: 2026-04-21 to 2026-04-30';
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([[...RAISED, back]]);
    expect(await notes()).toMatchObject([{ total: '11.67' }]);
  });

  test('of what stands still on its day comes with the day on which it goes on', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    on('2026-04-10');
    await post(`/subscriptions/${of.id}/pause`);
    await billedOn(books(), '2026-04-17');
    expect(await invoicesOf(admin)).toHaveLength(1);
    on('2026-04-21');
    await post(`/subscriptions/${of.id}/resume`);
    await billedOn(books(), '2026-04-21');
    // Ten days are left at 50.00, and asked at 80.00.
    expect(told([await last()])).toEqual([
      ['2026-04-21', '-16.67: 2026-04-21 to 2026-04-30', '26.67: 2026-04-21 to 2026-04-30'],
    ]);
    expect(await read(of)).toMatchObject({ changeOn: null, mrr: '80.00' });
  });

  test('has nothing to settle where what it stands in is billed again with it', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80', { day: '2026-04-21' });
    on('2026-04-10');
    await post(`/subscriptions/${of.id}/pause`, { creditUnused: true });
    on('2026-04-16');
    await post(`/subscriptions/${of.id}/resume`);
    await billedOn(books(), '2026-04-21');
    await billedOn(books(), '2026-05-01');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-04-16', '8.33: 2026-04-16 to 2026-04-20', '26.67: 2026-04-21 to 2026-04-30'],
      ['2026-05-01', '80.00: 2026-05-01 to 2026-05-31'],
    ]);
  });

  test.each([
    ['comes with an end behind it', '2026-04-21', [RAISED]],
    ['does not come with an end ahead of it', '2026-04-10', []],
    ['does not come with an end of its day', '2026-04-16', []],
  ])('%s, whenever that is noticed', async (_, day, after) => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    await post(`/subscriptions/${of.id}/cancel`, { at: 'day', day });
    await billedOn(books(), '2026-04-25');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual(after);
    expect(await read(of)).toMatchObject({ status: 'cancelled', changeOn: null });
  });

  test('is through before its contract is terminated', async () => {
    const accountId = (await made(admin, '/accounts', { name: 'Acme' })).id;
    const terms = { accountId, startDate: '2026-04-01', endDate: '2027-03-31' };
    const contract = await made(admin, '/contracts', terms);
    await post(`/contracts/${contract.id}/activate`);
    const of = await subscribed('50', { accountId, contractId: contract.id });
    on('2026-04-03');
    await changed(of, '80');
    on('2026-04-20');
    await post(`/contracts/${contract.id}/terminate`, { on: '2026-04-20', reason: 'They moved' });
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([RAISED]);
  });

  test('is not taken for a plan of another frequency', async () => {
    const of = await subscribed();
    const prices = [{ currency: 'EUR', unitPrice: '900' }];
    const yearly = await aPlan(admin, { prices, frequency: 'annually' });
    on('2026-04-03');
    const answer = await call(admin, 'POST', `/subscriptions/${of.id}/change`, {
      items: [{ itemId: of.items[0]?.itemId, planId: yearly.id }],
      effective: 'day',
      day: '2026-04-16',
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ code: 'billed' }] } });
  });

  test('is among the invoices that come, or on the one that it joins', async () => {
    const of = await subscribed();
    on('2026-04-03');
    await changed(of, '80');
    const coming = async () => {
      const { body } = await call(admin, 'GET', `/subscriptions/${of.id}/preview?count=2`);
      return (body.invoices as Json[]).map(({ issueDate, total }) => `${issueDate} ${total}`);
    };
    expect(await coming()).toEqual(['2026-04-16 15.00', '2026-05-01 80.00']);
    await changed(of, '80', { billing: 'next_invoice' });
    expect(await coming()).toEqual(['2026-05-01 95.00', '2026-06-01 80.00']);
    await changed(of, '20');
    expect(await coming()).toEqual(['2026-05-01 20.00', '2026-06-01 20.00']);
    await post(`/subscriptions/${of.id}/cancel`, { at: 'day', day: '2026-04-10' });
    expect(await coming()).toEqual([]);
  });

  test('is previewed by the change itself, which changes nothing then', async () => {
    const of = await subscribed();
    on('2026-04-03');
    const preview = await post(`/subscriptions/${of.id}/preview-change`, asked(of, '80'));
    expect(await changed(of, '80', { preview: true })).toEqual(preview);
    expect(await read(of)).toMatchObject({ changeOn: null, version: of.version });
    expect(await changed(of, '80', { preview: false })).toMatchObject({ changeOn: '2026-04-16' });
  });

  test('moves revenue with its day, and one that is dated back when it is made', async () => {
    const of = await subscribed('50', { anchorDay: 15 });
    const months = async () => {
      const path = '/reports/recurring-revenue?from=2026-04-01&to=2026-06-30';
      const { body } = await call(admin, 'GET', path);
      return (body as unknown as Json[]).map(({ expansion }) => expansion);
    };
    await billedOn(books(), '2026-04-15');
    on('2026-04-20');
    await changed(of, '80', { day: '2026-05-04' });
    await billedOn(books(), '2026-05-04');
    expect(await months()).toEqual(['0.00', '30.00']);
    await billedOn(books(), '2026-05-15');
    on('2026-06-10');
    await changed(of, '90', { day: '2026-05-20' });
    expect(await months()).toEqual(['0.00', '30.00', '10.00']);
  });
});

describe('a change that is dated back', () => {
  test('is prorated by its day and invoiced today', async () => {
    const of = await subscribed();
    on('2026-04-20');
    const preview = await post(`/subscriptions/${of.id}/preview-change`, asked(of, '80'));
    expect(preview).toMatchObject({ effectiveOn: '2026-04-16', net: '15.00' });
    await changed(of, '80', { previewHash: preview.previewHash });
    const [, ...lines] = RAISED;
    expect(told([await last()])).toEqual([['2026-04-20', ...lines]]);
    expect(await read(of)).toMatchObject({ changeOn: null, mrr: '80.00' });
    await billedOn(books(), '2026-05-01');
    expect(told([await last()])).toEqual([['2026-05-01', '80.00: 2026-05-01 to 2026-05-31']]);
  });

  test('takes the place of one of the same day', async () => {
    const of = await subscribed();
    on('2026-04-18');
    await changed(of, '80');
    on('2026-04-20');
    const preview = await post(`/subscriptions/${of.id}/preview-change`, asked(of, '110'));
    expect(preview).toMatchObject({ before: '80.00', net: '15.00' });
    await changed(of, '110');
    const standing = (await invoicesOf(admin)).filter(({ status }) => status !== 'cancelled');
    expect(standing.slice(1)).toMatchObject([{ total: '30.00', issueDate: '2026-04-20' }]);
  });

  test('is refused ahead of the period, of the last change and where an item ends', async () => {
    const of = await subscribed();
    await billedOn(books(), '2026-05-01');
    on('2026-05-12');
    const refused = async (body: object) =>
      (await call(admin, 'POST', `/subscriptions/${of.id}/change`, body)).body;
    const min = { status: 422, errors: [{ pointer: '/day', code: 'min' }] };
    expect(await refused(asked(of, '80', { day: '2026-04-30' }))).toMatchObject(min);
    await changed(of, '80', { effective: 'now', day: undefined });
    on('2026-05-20');
    expect(await refused(asked(of, '90', { day: '2026-05-11' }))).toMatchObject(min);
    const other = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '90' }] });
    const items = [{ planId: other.id }];
    const ends = { ...asked(of, '90', { day: '2026-05-15' }), items };
    expect(await refused(ends)).toMatchObject(min);
    await changed(of, '90', { day: '2026-05-15' });
  });

  test('is refused ahead of a standstill', async () => {
    const of = await subscribed();
    on('2026-04-10');
    await post(`/subscriptions/${of.id}/pause`);
    on('2026-04-14');
    await post(`/subscriptions/${of.id}/resume`);
    on('2026-04-20');
    const ahead = asked(of, '80', { day: '2026-04-13' });
    const answer = await call(admin, 'POST', `/subscriptions/${of.id}/change`, ahead);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/day', code: 'min' }] });
    await changed(of, '80', { day: '2026-04-14' });
  });
});

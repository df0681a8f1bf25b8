import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import type { Json, Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription, call } from '../sales-support.js';
import { billedOn, invoicesOf, ranOn, told } from '../subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-11-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const books = () => ({ t, api, admin });
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};

/** 90.00 a month, of which November is billed and sent. */
async function subscribed(more: object = {}): Promise<Made> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '90' }] });
  const begun = await aSubscription(admin, plan, { startDate: '2026-11-01', ...more });
  await billedOn(books(), '2026-11-01');
  await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
  on('2026-11-28');
  return begun;
}

function asked({ items }: Made, quantity: string, when: object) {
  const [{ itemId, planId } = {}] = items as Json[];
  return { items: [{ itemId, planId, quantity }], ...when };
}
const changed = (of: Made, quantity: string, when: object) =>
  post(`/subscriptions/${of.id}/change`, asked(of, quantity, when));
const withdrawn = (of: Made) => call(admin, 'DELETE', `/subscriptions/${of.id}/change`);
const later = (day: string) => ({ effective: 'day', day });
const PERIOD_END = { effective: 'period_end' };
const rows = async ({ id }: Made) =>
  ((await call(admin, 'GET', `/subscriptions/${id}`)).body.items as Json[]).map(
    ({ validFrom, validTo, quantity }) => [validFrom, validTo, quantity],
  );

describe('a change that is planned, where another is', () => {
  test('behind it gives way as a whole: it is neither billed nor left behind', async () => {
    const of = await subscribed();
    expect(await changed(of, '5', PERIOD_END)).toMatchObject({ changeOn: '2026-12-01' });
    expect(await changed(of, '1', later('2027-03-01'))).toMatchObject({ changeOn: '2027-03-01' });
    expect((await withdrawn(of)).body).toMatchObject({ changeOn: null });
    expect(await withdrawn(of)).toMatchObject({ status: 409, code: 'no_change_pending' });
    expect(await rows(of)).toEqual([['2026-11-01', null, '1']]);
    await billedOn(books(), '2026-12-01');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-12-01', '90.00: 2026-12-01 to 2026-12-31'],
    ]);
  });

  const days = { behind: later('2027-03-01'), within: later('2026-11-30'), next: PERIOD_END };
  const kinds = Object.keys(days) as (keyof typeof days)[];
  const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second] as const));
  test.each(pairs)('%s and then %s is one plan, and none once withdrawn', async (first, second) => {
    const discountPeriods = { discountPercent: '10', discountPeriods: 4 };
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '90' }] });
    const of = await subscribed({ items: [{ planId: plan.id, ...discountPeriods }] });
    const before = await rows(of);
    expect(before.map(([from]) => from)).toEqual(['2026-11-01', '2027-03-01']);
    await changed(of, '5', days[first]);
    const planned = await changed(of, '2', days[second]);
    const quantities = (await rows(of)).map(([, , quantity]) => quantity);
    expect(quantities).not.toContain('5');
    const preview = await call(admin, 'GET', `/subscriptions/${of.id}/amendments`);
    expect(preview.body.data).toHaveLength(3);
    expect(planned.changeOn).not.toBeNull();
    expect((await withdrawn(of)).body).toMatchObject({ changeOn: null });
    // The end of a discount was there before.
    expect(await rows(of)).toEqual(before);
  });

  const shares = [
    // 450.00 come back; asked are 90.00, and 90.00 more for 15 of 31 days, or in full.
    ['prorated', '-316.45', '43.55'],
    ['full', '-270.00', '90.00'],
  ] as const;
  test.each(shares)('in billed days gives them back at once (%s)', async (proration, net, more) => {
    const of = await subscribed();
    await changed(of, '5', PERIOD_END);
    await ranOn(books(), '2026-11-28', { asOf: '2026-12-10', allowFuture: true });
    const ahead = (await invoicesOf(admin)).at(-1);
    expect(ahead).toMatchObject({ total: '450.00' });
    await post(`/invoices/${ahead?.id}/send`);
    const ask = { ...asked(of, '2', later('2026-12-17')), proration };
    const preview = await post(`/subscriptions/${of.id}/preview-change`, ask);
    expect(preview).toMatchObject({ effectiveOn: '2026-12-17', net });
    await post(`/subscriptions/${of.id}/change`, { ...ask, previewHash: preview.previewHash });
    const { body } = await call(admin, 'GET', '/credit-notes');
    expect(body.data).toMatchObject([{ total: '360.00', invoiceId: ahead?.id }]);
    await billedOn(books(), '2026-12-17');
    expect((await invoicesOf(admin)).at(-1)).toMatchObject({ total: more });
    await billedOn(books(), '2027-01-01');
    expect((await invoicesOf(admin)).at(-1)).toMatchObject({ total: '180.00' });
  });
});

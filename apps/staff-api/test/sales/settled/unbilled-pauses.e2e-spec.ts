import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { aPlan, aSubscription, call } from '../sales-support.js';
import { billedOn, invoicesOf, told } from '../subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-11-10T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('a period that is not billed when a pause begins', () => {
  const cases = (['arrears', 'advance'] as const).flatMap((timing) =>
    [false, true].map((creditUnused) => [timing, creditUnused] as const),
  );
  test.each(cases)('in %s is billed without its days (credit: %s)', async (timing, credit) => {
    const prices = [{ currency: 'EUR', unitPrice: '30' }];
    const plan = await aPlan(admin, { prices, timing });
    const { id } = await aSubscription(admin, plan, { startDate: '2026-11-10' });
    const moved = async (day: string, path: string, body: object) => {
      t.clock.set(`${day}T12:00:00Z`);
      expect(await call(admin, 'POST', `/subscriptions/${id}/${path}`, body)).toMatchObject({
        status: 200,
      });
    };
    await moved('2026-11-28', 'pause', { from: 'now', creditUnused: credit });
    await moved('2026-11-29', 'resume', { billing: 'keep_grid' });
    await billedOn({ t, api, admin }, '2026-12-09');
    if (timing === 'arrears') await billedOn({ t, api, admin }, '2026-12-10');
    const lines = told(await invoicesOf(admin)).flatMap(([, ...each]) => each);
    expect(lines).toEqual(['18.00: 2026-11-10 to 2026-11-27', '11.00: 2026-11-29 to 2026-12-09']);
  });

  const kinds = [
    ['prorated', ['5.00: 2026-11-28 to 2026-12-02', '7.00: 2026-12-08 to 2026-12-14']],
    // Of its own 17 days.
    ['full', ['8.82: 2026-11-28 to 2026-12-02', '12.35: 2026-12-08 to 2026-12-14']],
    ['free', []],
  ] as const;
  test.each(kinds)('that is a stub stays one behind it (%s)', async (stub, parts) => {
    const prices = [{ currency: 'EUR', unitPrice: '30' }];
    const plan = await aPlan(admin, { prices, timing: 'arrears', stub });
    const { id } = await aSubscription(admin, plan, { startDate: '2026-11-28', anchorDay: 15 });
    const moved = async (day: string, path: string, body: object) => {
      t.clock.set(`${day}T12:00:00Z`);
      expect(await call(admin, 'POST', `/subscriptions/${id}/${path}`, body)).toMatchObject({
        status: 200,
      });
    };
    await billedOn({ t, api, admin }, '2026-11-28');
    await moved('2026-12-03', 'pause', { from: 'now', creditUnused: false });
    await moved('2026-12-08', 'resume', { billing: 'keep_grid' });
    for (const day of ['2026-12-03', '2026-12-15', '2027-01-15']) {
      await billedOn({ t, api, admin }, day);
    }
    const lines = told(await invoicesOf(admin)).flatMap(([, ...each]) => each);
    const asked = lines.filter((line) => !line.startsWith('0.00'));
    expect(asked).toEqual([...parts, '30.00: 2026-12-15 to 2027-01-14']);
  });
});

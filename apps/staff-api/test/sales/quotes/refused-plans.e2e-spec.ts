import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { done, type Made } from '../../objects/objects-support.js';
import { aPlan, call } from '../sales-support.js';
import { asOwner, planDesk, pointersOf, seats } from './quoted-plan-desk.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let desk: Awaited<ReturnType<typeof planDesk>>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  desk = await planDesk(admin);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

describe('a line is of no plan', () => {
  let plan: Made;
  let known: Record<string, string>;
  beforeAll(async () => {
    plan = await aPlan(admin, desk.charged('0.02'));
    const gone = await desk.second(plan, desk.charged('0.03'));
    await desk.patch(`/plans/${gone.id}`, { active: false });
    const elsewhere = await api.newAdmin(await t.newCompany());
    const far = await aPlan(elsewhere);
    const [farVersion] = (
      await done<{ data: Made[] }>(elsewhere, 'GET', `/plans/${far.id}/versions`)
    ).data;
    const dollars = { prices: [{ currency: 'USD', unitPrice: '1.00' }] };
    known = {
      other: (await aPlan(admin)).id,
      gone: gone.id,
      yearly: (await desk.second(plan, { frequency: 'annually', ...dollars })).id,
      arrears: (await desk.second(plan, desk.charged('0.02', { timing: 'arrears' }))).id,
      dollars: (await desk.second(plan, { frequency: 'monthly', ...dollars })).id,
      own: plan.id,
      ownVersion: await desk.versionOf(plan),
      far: far.id,
      farVersion: String(farVersion?.id),
    };
  });
  const named = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([member, name]) => [member, known[name]]));

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['another product', { planId: 'other' }, ['planId product']],
    ['that is not active', { planId: 'gone' }, ['planId inactive']],
    ['another frequency', { planId: 'yearly' }, ['planId frequency', 'planId currency']],
    ['another timing', { planId: 'arrears' }, ['planId timing']],
    ['another currency', { planId: 'dollars' }, ['planId currency']],
    [
      'of another version',
      { planId: 'arrears', planVersionId: 'ownVersion' },
      ['planVersionId other_plan'],
    ],
    ['another company', { planId: 'far' }, ['planId reference_not_found']],
    [
      'a version of another company',
      { planVersionId: 'farVersion' },
      ['planVersionId reference_not_found'],
    ],
  ])('%s', async (_, names, expected) => {
    const lines = [{ description: 'X', taxRate: '0' }, seats(plan, named(names))];
    for (const [path, noun] of [
      ['/quotes', 'quote'],
      ['/sales-orders', 'order'],
    ]) {
      const refused = await call(admin, 'POST', String(path), {
        accountId: desk.accountId,
        currency: 'EUR',
        lines,
      });
      const all = expected.map((each) => `/lines/1/${each}`);
      expect([noun, refused.status, refused.code, pointersOf(refused)]).toEqual([
        noun,
        422,
        names.planId === 'far' || names.planVersionId === 'farVersion'
          ? 'reference_not_found'
          : 'validation_failed',
        all,
      ]);
    }
    const quote = await desk.written([seats(plan)]);
    const alone = await call(admin, 'POST', `/quotes/${quote.id}/lines`, seats(plan, named(names)));
    expect(pointersOf(alone)).toEqual(expected.map((each) => `/${each}`));
  });

  it('where it is sold once', async () => {
    const lines = [
      { description: 'X', taxRate: '0', planId: known.own, planVersionId: known.ownVersion },
    ];
    const refused = await call(admin, 'POST', '/quotes', {
      accountId: desk.accountId,
      currency: 'EUR',
      lines,
    });
    expect(pointersOf(refused)).toEqual([
      '/lines/0/planId not_taken',
      '/lines/0/planVersionId not_taken',
    ]);
  });

  it('of another company, whatever asks the database', async () => {
    const quote = await desk.written([seats(plan)]);
    const set = `update sales.quote_line set plan_id = $3, plan_version_id = $4
      where company_id = $1 and quote_id = $2`;
    const planted = asOwner(t.ownerUrl, set, [
      admin.companyId,
      quote.id,
      known.own,
      known.farVersion,
    ]);
    await expect(planted).rejects.toThrow('quote_line_plan_version_fk');
    const moved = asOwner(t.ownerUrl, set, [
      admin.companyId,
      quote.id,
      known.far,
      known.ownVersion,
    ]);
    await expect(moved).rejects.toThrow('quote_line_plan_fk');
  });
});

import { parseLocalDate, startOfDay } from '@quittance/calendar';
import { addSeconds, newId, type Ctx, type Instant } from '@quittance/kernel';
import { aPortalUser } from '@quittance/portal/testing';
import { addAccount } from '@quittance/crm/host';
import type { PortalUserId } from '@quittance/portal';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { storeUsage } from '../events/store-usage.js';
import { USAGE_DAYS_KEPT, SweepUsage } from './sweep-usage.js';

const ZONE = 'Asia/Tokyo';
const DAY = 24 * 3600;
const NOON = startOfDay(parseLocalDate('2026-03-10'), ZONE);

let t: TestDatabase;
let ctx: Ctx;
let user: PortalUserId;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany({ timeZone: ZONE });
  const { id } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme', parentId: null }));
  user = (await aPortalUser(t.db, ctx, { partyId: id })).id;
});

const note = (at: Instant, portalUserId: PortalUserId | null = user) =>
  t.db.write(ctx, (tx) =>
    storeUsage(tx, [
      {
        id: newId<'usage-event'>(),
        at,
        directory: 'customer',
        portalUserId,
        accountId: null,
        channel: 'web',
        name: 'page_viewed',
        object: null,
        props: { page: 'orders' },
      },
    ]),
  );
const sweepAt = (now: Instant) => new SweepUsage(t.db).execute({ ...ctx, now });
const sums = () =>
  t.db.read(ctx, (tx) =>
    tx.rows(
      `select d.day, d.events, d.users from analytics.usage_day d
       where d.company_id = $1 order by d.day`,
      [ctx.companyId],
    ),
  );
const kept = async () =>
  (
    await t.db.read(ctx, (tx) =>
      tx.one<{ n: number }>(
        'select count(*)::int as n from analytics.usage_event e where e.company_id = $1',
        [ctx.companyId],
      ),
    )
  ).n;

it('sums the days that are over, where the company is, and a late view as well', async () => {
  await note(addSeconds(NOON, -1));
  await note(NOON);
  await note(addSeconds(NOON, 60));
  await sweepAt(addSeconds(NOON, DAY - 1));
  expect(await sums()).toEqual([{ day: '2026-03-09', events: 1, users: 1 }]);
  await sweepAt(addSeconds(NOON, DAY));
  const both = [
    { day: '2026-03-09', events: 1, users: 1 },
    { day: '2026-03-10', events: 2, users: 1 },
  ];
  expect(await sums()).toEqual(both);
  await note(addSeconds(NOON, 120), null);
  await sweepAt(addSeconds(NOON, DAY + 3600));
  expect(await sums()).toEqual([both[0], { day: '2026-03-10', events: 3, users: 1 }]);
});

it('forgets what is older than 400 days, and keeps its sums', async () => {
  await note(NOON);
  await note(addSeconds(NOON, DAY));
  // One run sums at most some weeks: it takes more than one to come so far.
  for (let run = 0; run < 8; run += 1) {
    await sweepAt(addSeconds(NOON, USAGE_DAYS_KEPT * DAY));
  }
  expect(await kept()).toBe(2);
  await sweepAt(addSeconds(NOON, (USAGE_DAYS_KEPT + 1) * DAY));
  expect(await kept()).toBe(1);
  expect(await sums()).toHaveLength(2);
});

it('does nothing where nothing has happened', async () => {
  await sweepAt(NOON);
  expect(await sums()).toEqual([]);
});

it('goes on without the name of a user that is erased, whose name is taken out first', async () => {
  await note(NOON);
  const forget = `update analytics.usage_event u set portal_user_id = null
    where u.company_id = $1 and u.portal_user_id = $2`;
  const erase = `delete from portal.portal_user u where u.company_id = $1 and u.id = $2`;
  const run = (text: string) => t.db.write(ctx, (tx) => tx.run(text, [ctx.companyId, user]));
  await expect(run(erase)).rejects.toThrow('usage_event_portal_user_fk');
  await run(forget);
  await run(erase);
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows('select portal_user_id, name from analytics.usage_event where company_id = $1', [
      ctx.companyId,
    ]),
  );
  expect(rows).toEqual([{ portal_user_id: null, name: 'page_viewed' }]);
});

import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { day } from '../testing/a-schedule.js';
import { aBilledAccount, storeSchedules } from '../testing/a-stored-schedule.js';
import type { Schedule } from './schedule.js';
import { UpdateSchedule } from './update-schedule.js';

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

/** Monthly from 31 January. */
const stored = (schedule: Partial<Schedule>) =>
  t.db.write(ctx, async (tx) => {
    const [id] = await storeSchedules(tx, await aBilledAccount(tx), [{ schedule }]);
    return id as ScheduleId;
  });

const end = (id: ScheduleId, endDate: string) =>
  new UpdateSchedule(t.db, new TaxQuotes(t.db, new RateBooks())).execute(
    ctx,
    id,
    { endDate: day(endDate) },
    null,
  );

test.each([
  [
    'what is billed',
    { nextPeriod: 2, billedThrough: day('2026-02-28') },
    { refused: '2026-02-27', earliest: '2026-02-28', why: /billed$/ },
  ],
  [
    'its start, with nothing billed',
    {},
    { refused: '2026-01-30', earliest: '2026-01-31', why: /on which it starts$/ },
  ],
])('a schedule that bills is not ended before %s', async (_, schedule, expected) => {
  const { refused, earliest, why } = expected;
  const id = await stored(schedule);
  await expect(end(id, refused)).rejects.toMatchObject({
    code: 'validation_failed',
    options: {
      errors: [{ pointer: '/endDate', code: 'min', message: expect.stringMatching(why) }],
    },
  });
  expect(await end(id, earliest)).toMatchObject({ endDate: earliest });
});

import { addDays, parseLocalDate } from '@quittance/calendar';
import { anOutstandingInvoice } from '@quittance/gateway/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pausesOfInvoices } from '../late-charges/late-bills.queries.js';
import { EndPause } from './end-pause.js';
import { StartPause } from './start-pause.js';

const FIRST = parseLocalDate('2026-04-01');

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(() => t.clock.set('2026-04-01T09:00:00.000Z'));
afterAll(() => t?.close());

it.each([
  [null, 'expired'],
  ['60.00', 'broken'],
])('one that has run out is told as it ran out, promised: %s', async (promisedAmount, outcome) => {
  const { companyId } = await t.newCompany();
  const invoice = await anOutstandingInvoice(t.db, t.ctx(companyId));
  const until = addDays(FIRST, 4);
  const of = { accountId: null, invoiceId: invoice.id, reason: 'as agreed', promisedAmount };
  const started = (last: typeof until) =>
    new StartPause(t.db).execute(t.ctx(companyId), { ...of, until: last });
  const over = await started(until);
  t.clock.set('2026-04-30T09:00:00.000Z');
  const ctx = t.ctx(companyId);
  expect(await new EndPause(t.db).execute(ctx, over.id)).toMatchObject({ outcome });
  // As one was ended by hand before that was looked at.
  await t.db.write(ctx, (tx) =>
    tx.run(`update dunning.pause set outcome = 'ended' where company_id = $1`, [companyId]),
  );
  const held = await started(addDays(FIRST, 60));
  t.clock.set('2026-05-03T09:00:00.000Z');
  expect(await new EndPause(t.db).execute(t.ctx(companyId), held.id)).toMatchObject({
    outcome: 'ended',
  });
  const pausesOf = await t.db.read(t.ctx(companyId), (tx) =>
    pausesOfInvoices(tx, [invoice], 'UTC'),
  );
  const days = pausesOf(invoice).map(({ from, to }) => [from, to]);
  expect(days.toSorted()).toEqual([
    [FIRST, until],
    ['2026-04-30', '2026-05-02'],
  ]);
});

import { newId } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { day } from '../testing/a-schedule.js';
import { aBilledAccount, storeSchedules } from '../testing/a-stored-schedule.js';
import { plainModels } from '@quittance/receivables/testing';
import { findRun, insertRun } from './billing-run.repository.js';
import { ExecuteRun } from './execute-run.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterEach(() => learn([], t.clock.now()));
afterAll(() => t?.close());

it('a schedule that ended its process twice is listed as failed, others are billed', async () => {
  const ctx = await t.newCompany();
  const { companyId } = ctx;
  const ids = await t.db.write(ctx, async (tx) =>
    storeSchedules(tx, await aBilledAccount(tx), [{}, {}, {}]),
  );
  const [bad, ...good] = ids;
  const set = 'schedule-set';
  learn(
    [
      aStandstill({ companyId, kind: set, id: '' }, t.clock.now()),
      aStandstill({ companyId, kind: 'schedule', id: bad ?? '', set }, t.clock.now()),
    ],
    t.clock.now(),
  );
  const id = newId<'billing-run'>();
  const scope = { asOf: day('2026-02-28'), catchUp: false, scheduleIds: null };
  await t.db.write(ctx, (tx) =>
    insertRun(tx, { id, key: `manual:${id}`, previewToken: null, ...scope }),
  );
  const faults: unknown[] = [];
  const executeRun = new ExecuteRun(t.db, new TaxQuotes(t.db, new RateBooks()), plainModels());
  await executeRun.execute(companyId, {
    clock: t.clock,
    batchSize: 1000,
    onFault: (_, scheduleId) => faults.push(scheduleId),
  });
  const [run, failures, billed] = await t.db.read(ctx, async (tx) => [
    await findRun(tx, id),
    await tx.rows('select schedule_id as id, code from billing.billing_run_failure'),
    await tx.rows<{ id: string }>('select schedule_id as id from receivables.invoice'),
  ]);
  expect(run).toMatchObject({ status: 'completed_with_failures' });
  expect(failures).toEqual([{ id: bad, code: 'work_quarantined' }]);
  expect(faults).toEqual([bad]);
  expect(billed.map((each) => each.id).sort()).toEqual([...good].sort());
});

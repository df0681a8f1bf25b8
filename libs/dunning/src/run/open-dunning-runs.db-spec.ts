import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PutLateTerms } from '../late-charges/put-late-terms.js';
import { PutDunningSchedule } from '../schedule/put-dunning-schedule.js';
import { OpenDunningRuns } from './open-dunning-runs.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/** A company that the clock pursues for, and asks for late payment. */
async function byTheClock(): Promise<Ctx> {
  const ctx = await t.newCompany();
  const steps = [{ daysAfterDue: 3, action: 'reminder' }] as const;
  const schedule = { steps, autoRun: true, requireIssued: false, minimumBalance: '0' };
  await new PutDunningSchedule(t.db).execute(ctx, schedule, null);
  const terms = { active: true, annualRate: '8', graceDays: 0, appliesFrom: null, amounts: [] };
  await new PutLateTerms(t.db).execute(ctx, { ...terms, askOnDay: 1 }, null);
  return ctx;
}

it('the clock does nothing for a company that is closed', async () => {
  const [closed, open] = [await byTheClock(), await byTheClock()];
  const among = [closed.companyId, open.companyId];
  const asked = async () => {
    const runs = new OpenDunningRuns(t.db);
    const found = [await runs.companiesWithAutoRun(), await runs.companiesAskingLate()];
    return found.map((ids) => among.filter((id) => ids.includes(id)));
  };
  expect(await asked()).toEqual([among, among]);
  await t.db.write(closed, (tx) => tx.run('update company.company set active = false'));
  expect(await asked()).toEqual([[open.companyId], [open.companyId]]);
});

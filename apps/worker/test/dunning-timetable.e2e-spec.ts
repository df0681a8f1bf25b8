import { watchFailpoints } from '@quittance/config/host';
import { ChargeLate, OpenDunningRuns, RunDunning } from '@quittance/dunning/host';
import { createLogger } from '@quittance/http/host';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  onDunningStage,
  pursuitBy,
  type Pursuit,
} from '../../staff-api/test/dunning/dunning-support';
import { testConfig, type StaffClient, type TestStaffApi } from '../../../test/support/test-api';
import type { TestDatabase } from '../../../test/support/test-database';
import { dunningTimetable } from '../src/dunning/dunning-timetable';

let t: TestDatabase;
let api: TestStaffApi;
onDunningStage((stage) => ({ t, api } = stage));
afterEach(() => watchFailpoints(undefined));

const RETRY = [{ daysAfterDue: 1, action: 'payment_retry' }];

interface Late {
  readonly invoiceId: string;
  readonly p: Pursuit;
}

/** A company that is pursued for by the clock, with an overdue invoice. */
async function company(): Promise<Late> {
  const admin = await api.newAdmin();
  const p = pursuitBy(t, admin);
  await p.scheduled(RETRY, { autoRun: true });
  const { id: invoiceId } = await p.overdue();
  return { invoiceId, p };
}

/** A company that has late payment asked for by the clock, today. */
async function asking({ companyId, call }: StaffClient): Promise<() => Promise<unknown>> {
  const terms = { active: true, annualRate: '8', graceDays: 0, amounts: [], askOnDay: 1 };
  const put = await call('PUT', '/dunning/late-terms', { body: terms });
  if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  const ctx = t.ctx(companyId);
  await t.db.write(ctx, (tx) =>
    tx.run(`update dunning.late_terms set last_asked_on = '2000-01-01'`),
  );
  return async () => {
    const ask = `select last_asked_on > '2000-01-01' as asked from dunning.late_terms`;
    const { asked } = await t.db.read(ctx, (tx) => tx.one<{ asked: boolean }>(ask));
    return asked;
  };
}

async function until(isSo: () => Promise<unknown>): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('It never came to it');
}

it('neither other companies nor late payment wait for the dunning of one that hangs', async () => {
  const companies = [await company(), await company()];
  const isAsked = await asking(await api.newAdmin());
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const hung = new Set<unknown>();
  watchFailpoints(async (name, subjects) => {
    if (name !== 'transaction.begun' || !subjects.includes('dunning-collection')) return;
    const found = companies.find(({ invoiceId }) => subjects.includes(invoiceId));
    // Whichever comes first, and no other.
    if (hung.size === 0) hung.add(found);
    if (hung.has(found)) await released;
  });
  const Timetable = dunningTimetable(testConfig(t, 'worker'));
  const get = <T>(of: new (...args: never[]) => T) => api.app.get(of, { strict: false });
  const timetable = new Timetable(
    get(OpenDunningRuns),
    get(RunDunning),
    get(ChargeLate),
    createLogger('silent', 'worker'),
  ) as { run(): Promise<void> };
  const run = timetable.run();
  try {
    await until(async () => {
      const sent = await Promise.all(companies.map(async ({ p }) => (await p.emails()).length));
      return hung.size === 1 && sent.reduce((sum, each) => sum + each, 0) === 1;
    });
    await until(isAsked);
  } finally {
    release();
    await run;
  }
  for (const { p } of companies) expect(await p.emails()).toHaveLength(1);
});

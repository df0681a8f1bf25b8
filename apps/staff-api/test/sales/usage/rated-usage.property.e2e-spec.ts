import { BillInterimUsage } from '@quittance/billing/host';
import { addDays, type LocalDate } from '@quittance/calendar';
import { parseMinor } from '@quittance/money';
import fc from 'fast-check';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { runsInParts } from '../../../../../test/support/tier.js';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const START = '2026-04-01' as LocalDate;
/** The last of them is when all that came late is settled. */
const MONTHS = ['04', '05', '06', '07', '08', '09'].map((month) => `2026-${month}-01` as LocalDate);

interface Deed {
  /** Days behind the start on which it is done, and by how many the event is older. */
  readonly after: number;
  readonly late: number;
  /** Hundredths of a unit. */
  readonly value: number;
  /** Takes the event before back instead. */
  readonly voids: boolean;
  readonly works: boolean;
  /** Gives up what was invoiced ahead of the running month: as a draft, or once it was sent. */
  readonly givesUp: 'cancel' | 'void' | null;
}

const rarely = fc.integer({ min: 0, max: 4 }).map((n) => n === 0);
const deeds: fc.Arbitrary<readonly Deed[]> = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 80 }),
      late: fc.integer({ min: 0, max: 20 }),
      value: fc.integer({ min: 1, max: 12_000 }),
      voids: rarely,
      works: fc.boolean(),
      givesUp: fc.constantFrom(null, null, null, 'cancel' as const, 'void' as const),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) => all.toSorted((a, b) => a.after - b.after));

const EUR = { currency: 'EUR' };
const G = {
  ...EUR,
  model: 'graduated',
  tiers: [
    { upTo: '100', unitPrice: '1.00' },
    { upTo: '200', unitPrice: '0.50' },
    { unitPrice: '0.10' },
  ],
};

async function subscribed(admin: StaffClient): Promise<Made> {
  const meter = await call(admin, 'POST', '/meters', {
    code: 'calls',
    name: 'Calls',
    aggregation: 'sum',
  });
  const charges = [
    { key: 'calls', meterId: meter.body.id, name: 'Calls', included: '20', prices: [G] },
  ];
  const plan = await aPlan(admin, {
    prices: [{ ...EUR, unitPrice: '100.00' }],
    charges,
    minimums: [{ ...EUR, amount: '150' }],
    thresholds: ['40', '90', '130'].map((amount) => ({ ...EUR, amount })),
  });
  const items = [{ planId: plan.id, discountPercent: '10', discountPeriods: 2 }];
  return aSubscription(admin, plan, { startDate: START, items });
}

/** Cents of hundredths of units in the tiers, each rounded by doubling: not as the product does. */
function graduated(hundredths: number): number {
  const units = Math.max(0, hundredths - 2000);
  const within = (from: number, to: number) => Math.max(0, Math.min(units, to) - from);
  const half = Math.floor((within(10_000, 20_000) + 1) / 2);
  const tenth = Math.floor((2 * within(20_000, Number.MAX_SAFE_INTEGER) + 10) / 20);
  return within(0, 10_000) + half + tenth;
}

interface Known {
  readonly eventId: string;
  readonly day: LocalDate;
  readonly value: number;
}

/** Flat prices in advance, and behind each month what its usage and its minimum come to. */
function expected(events: readonly Known[]): number {
  return MONTHS.reduce((sum, month, i) => {
    const flat = i < 2 ? 9000 : 10_000;
    if (i === MONTHS.length - 1) return sum + flat;
    const own = events.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7));
    const usage = graduated(own.reduce((all, { value }) => all + value, 0));
    return sum + Math.max(15_000, flat + usage);
  }, 0);
}

test.each(runsInParts(4, 40))(
  'what is billed of months is flat prices and usage with their minimum ($part of $parts)',
  async ({ numRuns }) => {
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        t.clock.set(`${START}T06:00:00Z`);
        const admin = await api.newAdmin(await t.newCompany());
        const books = { t, api, admin };
        const { id } = await subscribed(admin);
        const known: Known[] = [];
        let billedTo = -1;
        for (const [i, { after, late, value, voids, works, givesUp }] of all.entries()) {
          const today = addDays(START, after);
          for (; (MONTHS[billedTo + 1] ?? '9999') <= today; billedTo += 1) {
            await billedOn(books, MONTHS[billedTo + 1] as string);
          }
          t.clock.set(`${today}T12:00:00Z`);
          const taken = voids ? known.pop() : undefined;
          if (taken) {
            await call(admin, 'POST', `/usage-events/${taken.eventId}/void`, { reason: 'Wrong' });
          } else {
            const old = addDays(today, -late);
            const day = old < START ? START : old;
            const eventId = `e-${i}`;
            const text = (value / 100).toFixed(2);
            const event = { eventId, meter: 'calls', timestamp: `${day}T11:00:00Z`, value: text };
            const sent = await call(admin, 'POST', `/subscriptions/${id}/usage`, {
              events: [event],
            });
            expect(sent.body).toMatchObject({ accepted: 1 });
            known.push({ eventId, day, value });
          }
          if (works) await api.app.get(BillInterimUsage).execute(t.ctx(admin.companyId));
          if (givesUp) await giveUpAhead(admin, today, givesUp);
        }
        for (; billedTo + 1 < MONTHS.length; billedTo += 1) {
          await billedOn(books, MONTHS[billedTo + 1] as string);
        }
        const minor = ({ subtotal }: Json) => Number(parseMinor(String(subtotal), 'EUR'));
        const stands = ({ status }: Json) => status !== 'cancelled' && status !== 'void';
        const { body } = await call(admin, 'GET', '/credit-notes');
        const sum = (of: readonly Json[]) =>
          of.filter(stands).reduce((so, each) => so + minor(each), 0);
        const billed = sum(await invoicesOf(admin)) - sum(body.data as Json[]);
        expect(billed).toBe(expected(known));
      }),
      // A step of shrinking takes as long as a run.
      { numRuns, endOnFailure: true },
    );
  },
);

async function giveUpAhead(
  admin: StaffClient,
  today: LocalDate,
  how: 'cancel' | 'void',
): Promise<void> {
  for (const { id, scheduleId, periodStart, status } of await invoicesOf(admin)) {
    const isAhead = scheduleId === null && String(periodStart).slice(0, 7) === today.slice(0, 7);
    if (!isAhead || status !== 'draft') continue;
    if (how === 'void') await call(admin, 'POST', `/invoices/${id}/send`);
    const reason = how === 'void' ? { reason: 'A mistake' } : {};
    await call(admin, 'POST', `/invoices/${id}/${how}`, reason);
  }
}

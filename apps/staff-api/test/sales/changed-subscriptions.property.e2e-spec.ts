import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { parseMinor } from '@quittance/money';
import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { runsInParts } from '../../../../test/support/tier.js';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call } from './sales-support';
import { billedOn, invoicesOf } from './subscription-support';

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

const START = '2026-01-01' as LocalDate;
/** January to March, each with its days. */
const PERIODS = [
  [START, '2026-02-01' as LocalDate],
  ['2026-02-01' as LocalDate, '2026-03-01' as LocalDate],
  ['2026-03-01' as LocalDate, '2026-04-01' as LocalDate],
] as const;

interface Change {
  readonly day: LocalDate;
  readonly price: string;
  readonly send: boolean;
}

const changes: fc.Arbitrary<readonly Change[]> = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 89 }),
      price: fc.integer({ min: 1, max: 50_000 }).map((minor) => (minor / 100).toFixed(2)),
      send: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all
      .sort((a, b) => a.after - b.after)
      .map(({ after, ...change }) => ({ ...change, day: addDays(START, after) })),
  );

const minor = (text: unknown): bigint => parseMinor(String(text), 'EUR') ?? 0n;

/** Half away from zero, by doubling: not as the product divides. */
const share = (price: bigint, days: number, all: number): bigint =>
  (price * BigInt(days) * 2n + BigInt(all)) / (BigInt(all) * 2n);

/** P₀ + Σ (charge − credit) of each period; of changes of one day the last counts. */
function expected(first: string, all: readonly Change[]): bigint {
  let sum = 0n;
  let price = minor(first);
  for (const [start, until] of PERIODS) {
    sum += price;
    const length = daysBetween(start, until);
    const days = [...new Set(all.map(({ day }) => day))].filter(
      (day) => day >= start && day < until,
    );
    for (const day of days) {
      const rest = daysBetween(day, until);
      const next = minor(all.filter((each) => each.day === day).at(-1)?.price);
      sum += share(next, rest, length) - share(price, rest, length);
      price = next;
    }
  }
  return sum;
}

async function charged(admin: StaffClient): Promise<bigint> {
  const invoices = (await invoicesOf(admin)).filter(({ status }) => status !== 'cancelled');
  const notes = await call(admin, 'GET', '/credit-notes');
  const credited = (notes.body.data as Json[]).map(({ total }) => minor(total));
  const asked = invoices.map(({ subtotal }) => minor(subtotal));
  return [...asked, ...credited.map((each) => -each)].reduce((sum, each) => sum + each, 0n);
}

test.each(runsInParts(8))(
  'what is charged is each period, and what changes ask and give back ($part of $parts)',
  async ({ numRuns }) => {
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        t.clock.set(`${START}T10:00:00Z`);
        const admin = await api.newAdmin(await t.newCompany());
        const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '100.00' }] });
        const { id, items } = (await aSubscription(admin, plan)) as Made & { items: Json[] };
        const books = { t, api, admin };
        await billedOn(books, START);
        for (const [start, until] of PERIODS) {
          await billedOn(books, start);
          for (const { day, price, send } of all.filter(
            ({ day: on }) => on >= start && on < until,
          )) {
            t.clock.set(`${day}T12:00:00Z`);
            if (send) await sendAll(admin);
            const changed = await call(admin, 'POST', `/subscriptions/${id}/change`, {
              items: [{ itemId: items[0]?.itemId, planId: plan.id, unitPrice: price }],
              effective: 'now',
            });
            expect([changed.status, changed.code]).toEqual([200, undefined]);
          }
        }
        expect(await charged(admin)).toBe(expected('100.00', all));
      }),
      { numRuns, endOnFailure: true },
    );
  },
);

/** From now on what comes back is a credit note. */
async function sendAll(admin: StaffClient): Promise<void> {
  const { body } = await call(admin, 'GET', '/invoices');
  for (const { id, status } of body.data as Json[]) {
    if (status === 'draft') await call(admin, 'POST', `/invoices/${String(id)}/send`);
  }
}

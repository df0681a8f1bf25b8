import { SweepSubscriptions } from '@quittance/sales/host';
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
import { runsInParts, sampled } from '../../../../test/support/tier.js';
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
  /** How many days behind its day it is made; below 0 it is planned so many ahead. */
  readonly behind: number;
}

const changes: fc.Arbitrary<readonly Change[]> = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 89 }),
      price: fc.integer({ min: 1, max: 50_000 }).map((minor) => (minor / 100).toFixed(2)),
      send: fc.boolean(),
      behind: fc.oneof(fc.constant(0), fc.integer({ min: -12, max: 6 })),
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
  const stands = ({ status }: Json) => status !== 'cancelled' && status !== 'void';
  const invoices = (await invoicesOf(admin)).filter(stands);
  const notes = await call(admin, 'GET', '/credit-notes');
  const credited = (notes.body.data as Json[]).filter(stands).map(({ total }) => minor(total));
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
          let earliest = start;
          for (const { day, price, send, behind } of all.filter(
            ({ day: on }) => on >= start && on < until,
          )) {
            // Behind all that was made, or came, before, and within the period.
            const wanted = [earliest, addDays(day, behind)].sort().at(-1) as LocalDate;
            const madeOn = wanted < until ? wanted : addDays(until, -1);
            t.clock.set(`${madeOn}T12:00:00Z`);
            if (send) await sendAll(admin);
            const changed = await call(admin, 'POST', `/subscriptions/${id}/change`, {
              items: [{ itemId: items[0]?.itemId, planId: plan.id, unitPrice: price }],
              ...(madeOn === day ? { effective: 'now' } : { effective: 'day', day }),
            });
            expect([changed.status, changed.code]).toEqual([200, undefined]);
            earliest = madeOn > day ? madeOn : day;
          }
        }
        // What is planned for the last days comes with the next sweep.
        t.clock.set('2026-03-31T12:00:00Z');
        await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
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

const MODES = ['prorated', 'full', 'none'] as const;
type Mode = (typeof MODES)[number];

interface OfDay {
  readonly proration: Mode;
  readonly price: string;
  /** Whether all drafts are handed out ahead of it. */
  readonly send: boolean;
}

/** 21 of 31 days are left. */
const OF_DAY = '2026-01-11';
const left = (price: bigint) => share(price, 21, 31);

/** What the last change of a day makes of 30.00 that were billed. */
function comesTo({ proration, price }: OfDay): bigint {
  const [was, is] = [minor('30.00'), minor(price)];
  const differences = { prorated: left(is) - left(was), full: is - was, none: 0n };
  return was + differences[proration];
}

/** What it asks where nothing was billed in the end. */
function asksAlone({ proration, price }: OfDay): bigint {
  const is = minor(price);
  if (is === minor('30.00')) return 0n;
  return { prorated: left(is), full: is, none: 0n }[proration];
}

/** 30.00 a month from January on, billed and changed on one day. */
async function changedOn(all: readonly OfDay[], giveUpAt: number | null = null) {
  t.clock.set(`${START}T10:00:00Z`);
  const admin = await api.newAdmin(await t.newCompany());
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30.00' }] });
  const { id, items } = (await aSubscription(admin, plan)) as Made & { items: Json[] };
  await billedOn({ t, api, admin }, START);
  await sendAll(admin);
  t.clock.set(`${OF_DAY}T12:00:00Z`);
  const post = async (path: string, body: object = {}) => {
    const answer = await call(admin, 'POST', path, body);
    expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
    return answer.body;
  };
  for (const [at, { price, proration, send }] of all.entries()) {
    if (giveUpAt === at) await giveUpFirst(admin, post);
    if (send) await sendAll(admin);
    const wanted = [{ itemId: items[0]?.itemId, planId: plan.id, unitPrice: price }];
    const asked = { items: wanted, effective: 'now', proration };
    const { previewHash } = await post(`/subscriptions/${id}/preview-change`, asked);
    await post(`/subscriptions/${id}/change`, { ...asked, previewHash });
  }
  if (giveUpAt !== null && giveUpAt >= all.length) await giveUpFirst(admin, post);
  await post(`/subscriptions/${id}/cancel`, { at: 'period_end' });
  if (giveUpAt !== null) {
    await billedOn({ t, api, admin }, '2026-02-01');
    await billedOn({ t, api, admin }, '2026-02-02');
  }
  return charged(admin);
}

/** Voids the invoice of January, with the notes on it. */
async function giveUpFirst(
  admin: StaffClient,
  post: (path: string, body?: object) => Promise<Json>,
): Promise<void> {
  const invoiceId = (await invoicesOf(admin))[0]?.id;
  const { body } = await call(admin, 'GET', '/credit-notes');
  for (const note of (body.data as Json[]).filter((each) => each.invoiceId === invoiceId)) {
    if (note.status === 'void') continue;
    const path = `/credit-notes/${String(note.id)}`;
    if (note.status !== 'issued') await post(`${path}/unapply`, { invoiceId });
    await post(`${path}/void`, { reason: 'Never owed' });
  }
  await post(`/invoices/${invoiceId}/void`, { reason: 'Never owed' });
}

/** Raised and set back, or further; lowered and less so, or further; raised and lowered. */
const PRICES = [
  ['60.00', '30.00'],
  ['60.00', '90.00'],
  ['10.00', '20.00'],
  ['10.00', '0.50'],
  ['60.00', '10.00'],
] as const;
const PAIRS = MODES.flatMap((first) =>
  MODES.flatMap((second) =>
    PRICES.flatMap(([raised, price]) =>
      [true, false].map((send) => ({ first, second, raised, price, send })),
    ),
  ),
);

test.each(sampled(PAIRS))(
  'of $raised ($first) and $price ($second) on one day the last counts (handed out: $send)',
  async ({ first, second, raised, price, send }) => {
    const last = { proration: second, price, send };
    const all = [{ proration: first, price: raised, send: false }, last];
    expect(await changedOn(all)).toBe(comesTo(last));
  },
);

const ofDay: fc.Arbitrary<OfDay> = fc.record({
  proration: fc.constantFrom(...MODES),
  price: fc.constantFrom('30.00', '60.00', '10.00', '0.50', '33.33'),
  send: fc.boolean(),
});

test.each(runsInParts(1, 40))(
  'of all changes of a day the last counts, whenever its period is given up ($part of $parts)',
  async ({ numRuns }) => {
    const days = fc.array(ofDay, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(days, fc.option(fc.nat({ max: 4 })), async (all, giveUpAt) => {
        const last = all.at(-1) as OfDay;
        const owed = giveUpAt === null ? comesTo(last) : asksAlone(last);
        expect(await changedOn(all, giveUpAt)).toBe(owed);
      }),
      { numRuns, endOnFailure: true },
    );
  },
);

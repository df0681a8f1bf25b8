import { newId } from '@quittance/kernel';
import { manualClock } from '@quittance/kernel/host';
import { aPlan, aSubscription } from '../../apps/staff-api/test/sales/sales-support.js';
import {
  billedOn,
  invoicesOf,
  ranOn,
} from '../../apps/staff-api/test/sales/subscription-support.js';
import { expectInvariants } from '../support/invariants.js';
import { startStaffApi, type StaffClient, type TestStaffApi } from '../support/test-api.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { runs } from '../support/tier.js';

interface Made {
  readonly id: string;
  readonly number: string;
}
type Books = Parameters<typeof billedOn>[0];
type Call = (method: string, path: string, body?: object, key?: string) => Promise<CallAnswer>;
interface CallAnswer {
  readonly status: number;
  readonly body: unknown;
}

const LINE = { description: 'Work', quantity: '1', unitPrice: '10' };

/** By another clock than the first host's; processes have one each. */
const other = manualClock('2026-03-01T10:00:00Z');
let t: TestDatabase;
let first: TestStaffApi;
let second: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  first = await startStaffApi(t);
  second = await startStaffApi({ ...t, clock: other, stays: false });
});
// No dispatcher runs while the clocks go on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await second?.close();
  await first?.close();
  await t?.close();
});

/** Both hosts at an instant, the second ahead by so many seconds. */
function itIs(instant: string, ahead = 0): void {
  t.clock.set(instant);
  other.set(new Date(Date.parse(instant) + ahead * 1000).toISOString());
}

/** Asks a host as somebody, by a token that the first host has signed. */
const by =
  (host: TestStaffApi, who: StaffClient): Call =>
  (method, path, body, key = newId()) =>
    host.call(method, path, {
      ...(body && { body }),
      headers: { authorization: `Bearer ${who.token()}`, 'idempotency-key': key },
    });

async function done<Body>(asked: Promise<CallAnswer>): Promise<Body> {
  const { status, body } = await asked;
  expect({ status: status < 300, body }).toEqual({ status: true, body });
  return body as Body;
}

async function account(call: Call): Promise<string> {
  const { id } = await done<Made>(call('POST', '/accounts', { name: 'Acme' }));
  return id;
}

/** A sent invoice of 10.00. */
async function sent(call: Call, accountId: string): Promise<Made> {
  const asked = { accountId, currency: 'EUR', lines: [LINE] };
  const { id } = await done<Made>(call('POST', '/invoices', asked));
  return done<Made>(call('POST', `/invoices/${id}/send`, {}));
}

describe.each([
  ['ahead of', 300],
  ['behind', -300],
])('of two hosts whose clocks differ, the second five minutes %s the first', (_, ahead) => {
  it('each serves who signed in at the other, and makes each thing once', async () => {
    itIs('2026-03-10T10:00:00Z', ahead);
    const who = await first.newAdmin();
    await who.signedIn;
    const hosts = [by(first, who), by(second, who)] as const;
    const accountId = await account(hosts[1]);
    for (let round = 0; round < runs(2, 20); round += 1) {
      const made = await Promise.all(hosts.map((call) => sent(call, accountId)));
      for (const { id } of made) {
        const key = newId();
        const pay = { amount: '4', method: 'cash' };
        const answers = await Promise.all(
          hosts.map((call) => call('POST', `/invoices/${id}/payments`, pay, key)),
        );
        const statuses = answers.map(({ status }) => status).sort();
        expect([[201, 201].join(), [201, 409].join()]).toContain(statuses.join());
        const paid = await done<{ readonly balance: string }>(hosts[1]('GET', `/invoices/${id}`));
        expect(paid.balance).toBe('6.00');
      }
    }
    const numbers = (await invoicesOf(who)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('a session is refreshed at either in turn, and good at both', async () => {
    itIs('2026-03-10T10:00:00Z', ahead);
    type Pair = { readonly accessToken: string; readonly refreshToken: string };
    const login = first.call('POST', '/auth/login', { body: first.credentials });
    const pairs = [await done<Pair>(login)];
    for (let round = 0; round < runs(2, 20); round += 1) {
      const { refreshToken } = pairs.at(-1) as Pair;
      const host = round % 2 === 0 ? second : first;
      pairs.push(await done<Pair>(host.call('POST', '/auth/refresh', { body: { refreshToken } })));
    }
    const { accessToken } = pairs.at(-1) as Pair;
    const headers = { authorization: `Bearer ${accessToken}` };
    const seen = await Promise.all(
      [first, second].map((host) => host.call('GET', '/accounts', { headers })),
    );
    expect(seen.map(({ status }) => status)).toEqual([200, 200]);
  });
});

it('numbers of a year go on in it while the other host is in the next', async () => {
  itIs('2026-12-31T23:57:00Z', 300);
  const who = await first.newAdmin();
  await who.signedIn;
  const hosts = [by(first, who), by(second, who)] as const;
  await done(
    hosts[0]('PUT', '/numbering/invoice', { format: 'I-{YYYY}-{SEQ:4}', reset: 'yearly' }),
  );
  const accountId = await account(hosts[0]);
  const rounds = runs(5, 20);
  const made = await Promise.all(
    Array.from({ length: 2 * rounds }, (__, i) => sent(hosts[i % 2 === 0 ? 0 : 1], accountId)),
  );
  const ofYear = (year: string) =>
    Array.from({ length: rounds }, (__, i) => `I-${year}-${String(i + 1).padStart(4, '0')}`);
  expect(made.map(({ number }) => number).sort()).toEqual([...ofYear('2026'), ...ofYear('2027')]);
});

/** A company whose subscriptions of 31.00 begin on some days. */
async function subscribed(days: readonly string[]): Promise<Books> {
  itIs(`${String(days[0])}T10:00:00Z`);
  const admin = await first.newAdmin();
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '31' }] });
  for (const startDate of days) await aSubscription(admin, plan, { startDate });
  return { t, api: first, admin };
}

const billed = async ({ admin }: Books) =>
  (await invoicesOf(admin))
    .map(({ periodStart, periodEnd, subtotal }) => [periodStart, periodEnd, subtotal].join(' '))
    .sort();

it('a clock that goes back an hour bills nothing twice, and goes on', async () => {
  const books = await subscribed(['2026-03-10']);
  const before = await billedOn(books, '2026-03-10').then(() => billed(books));
  const call = by(first, books.admin);
  const accountId = await account(call);
  for (let round = 0; round < runs(2, 20); round += 1) {
    itIs('2026-03-10T10:00:00Z');
    const { id } = await sent(call, accountId);
    t.clock.set('2026-03-10T09:00:00Z');
    await done(call('POST', `/invoices/${id}/payments`, { amount: '10', method: 'cash' }));
    await sent(call, accountId);
  }
  await ranOn(books, '2026-03-10');
  expect((await billed(books)).filter((each) => each.endsWith('31.00'))).toEqual(before);
});

it('three days that were missed come to what they do day by day', async () => {
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'];
  const [daily, late] = [await subscribed(days), await subscribed(days)];
  for (const day of [...days, '2026-03-13']) await billedOn(daily, day);
  itIs('2026-03-10T10:00:00Z');
  await billedOn(late, '2026-03-13');
  expect(await billed(late)).toEqual(await billed(daily));
  expect(await billed(late)).toHaveLength(3);
});

it.each([
  ['2027-01-31', ['2027-01-31 2027-02-27', '2027-02-28 2027-03-30', '2027-03-31 2027-04-29']],
  ['2028-01-31', ['2028-01-31 2028-02-28', '2028-02-29 2028-03-30', '2028-03-31 2028-04-29']],
  ['2026-11-30', ['2026-11-30 2026-12-29', '2026-12-30 2027-01-29', '2027-01-30 2027-02-27']],
])('periods from %s follow one another over short months and the year', async (day, periods) => {
  const books = await subscribed([day]);
  for (const period of periods) await billedOn(books, period.slice(0, 10));
  expect(await billed(books)).toEqual(periods.map((period) => `${period} 31.00`));
});

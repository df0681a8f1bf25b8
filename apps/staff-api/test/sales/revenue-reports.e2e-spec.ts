import { addDays, addMonths, type LocalDate } from '@quittance/calendar';
import { formatMinor, parseMinor } from '@quittance/money';
import type { CompanyId } from '@quittance/kernel';
import { SweepContracts, SweepSubscriptions } from '@quittance/sales/host';
import fc from 'fast-check';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { runsInParts } from '../../../../test/support/tier';
import { memberWith } from '../access/members';
import { made, type Json, type Made } from '../objects/objects-support';
import { Books, CURRENCIES, DAYS, FIRST_DAY, OPERATIONS, type DayBooks } from './revenue-support';
import { anAccount, aPlan, aSubscription, call as callAs } from './sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});

beforeEach(async () => {
  t.clock.set('2026-01-05T10:00:00Z');
  admin = await api.newAdmin();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const post = (path: string, body: object = {}) => callAs(admin, 'POST', path, body);

async function report(query: string, as = admin): Promise<readonly Json[]> {
  const answer = await as.call('GET', `/reports/${query}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as readonly Json[];
}

const EUR = (amount: string) => ({ prices: [{ currency: 'EUR', unitPrice: amount }] });

/** A subscription of one account, or of a new one, at a price of its own. */
function at(unitPrice: string, plan: Made, more: object = {}): Promise<Made> {
  return aSubscription(admin, plan, { items: [{ planId: plan.id, unitPrice }], ...more });
}

async function on(day: string): Promise<void> {
  t.clock.set(`${day}T10:00:00Z`);
  await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
}

async function rate(base: string, quote: string, value: string, day: string): Promise<void> {
  const answer = await post('/exchange-rates', { base, quote, rate: value, day });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

describe('recurring revenue', () => {
  test('examples 54, 55 and 58: moves account by account, and is retained', async () => {
    const plan = await aPlan(admin, EUR('1.00'));
    const change = (of: Made, unitPrice: string) =>
      post(`/subscriptions/${of.id}/change`, {
        items: [{ planId: plan.id, unitPrice }],
        effective: 'period_end',
      });
    const [a, b, c, e] = (await Promise.all(
      ['100.00', '200.00', '50.00', '30.00'].map((price) => at(price, plan)),
    )) as [Made, Made, Made, Made];
    await at('80.00', plan);
    await post(`/subscriptions/${e.id}/pause`);
    await on('2026-01-20');
    await change(a, '150.00');
    await change(b, '120.00');
    await on('2026-02-10');
    await at('70.00', plan);
    await post(`/subscriptions/${c.id}/cancel`, { at: 'now' });
    await on('2026-02-28');
    const [january, february] = await report('recurring-revenue?from=2026-01-01&to=2026-02-28');
    expect(january).toMatchObject({ month: '2026-01', new: '430.00', end: '430.00', grr: null });
    expect(february).toMatchObject({
      month: '2026-02',
      currency: 'EUR',
      start: '430.00',
      new: '70.00',
      expansion: '50.00',
      reactivation: '0.00',
      contraction: '80.00',
      churn: '50.00',
      fx: '0.00',
      end: '420.00',
      arr: '5040.00',
      grr: '69.77',
      nrr: '81.40',
      transferred: '0.00',
    });
    await on('2026-03-31');
    await post(`/subscriptions/${e.id}/resume`);
    const cohorts = await report('revenue-cohorts?from=2026-01-01&to=2026-03-31');
    const told = cohorts.map(({ cohort, monthsLater, accounts, logo, revenueRetention }) => [
      cohort,
      monthsLater,
      accounts,
      logo,
      revenueRetention,
    ]);
    expect(told).toEqual([
      ['2026-01', 0, 4, '100.00', '100.00'],
      ['2026-01', 1, 3, '75.00', '81.40'],
      ['2026-01', 2, 3, '75.00', '81.40'],
      ['2026-02', 0, 1, '100.00', '100.00'],
      ['2026-02', 1, 1, '100.00', '100.00'],
      ['2026-03', 0, 1, '100.00', '100.00'],
    ]);
  });

  test('example 56: in base currency leaves the rest to exchange rates', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'USD', unitPrice: '1000.00' }] });
    const of = await aSubscription(admin, plan, { currency: 'USD' });
    expect((await report('recurring-revenue')).map(({ currency }) => currency)).toContain('USD');
    const missing = await admin.call('GET', '/reports/recurring-revenue?base=true');
    expect([missing.status, (missing.body as Json).code]).toEqual([422, 'exchange_rate_missing']);
    await rate('USD', 'EUR', '1.10', '2026-01-31');
    await rate('USD', 'EUR', '1.08', '2026-02-28');
    await on('2026-01-20');
    await post(`/subscriptions/${of.id}/change`, {
      items: [{ planId: plan.id, unitPrice: '1200.00' }],
      effective: 'period_end',
    });
    await on('2026-02-28');
    const [, february] = await report('recurring-revenue?from=2026-01-01&base=true');
    expect(february).toMatchObject({
      currency: 'EUR',
      start: '1100.00',
      expansion: '216.00',
      fx: '-20.00',
      end: '1296.00',
    });
  });

  test('example 57: a pause over month ends is churn, and its end reactivation', async () => {
    const plan = await aPlan(admin, EUR('60.00'));
    const of = await aSubscription(admin, plan);
    await on('2026-04-10');
    await post(`/subscriptions/${of.id}/pause`);
    await on('2026-06-05');
    await post(`/subscriptions/${of.id}/resume`);
    const lines = await report('recurring-revenue?from=2026-04-01');
    expect(lines.map(({ churn, reactivation }) => [churn, reactivation])).toEqual([
      ['60.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '60.00'],
    ]);
  });

  test('tells what began in a month that is over where it was made, unless restated', async () => {
    const plan = await aPlan(admin, EUR('60.00'));
    await on('2026-03-10');
    await aSubscription(admin, plan, { startDate: '2026-01-15' });
    const starts = async (query: string) =>
      (await report(`recurring-revenue?from=2026-01-01${query}`)).map(({ new: came }) => came);
    expect(await starts('')).toEqual(['0.00', '0.00', '60.00']);
    expect(await starts('&restated=true')).toEqual(['60.00', '0.00', '0.00']);
  });

  test('tells the end of a contract when it is noticed, unless restated', async () => {
    const account = await anAccount(admin);
    const term = { accountId: account.id, startDate: '2026-01-05', endDate: '2026-03-31' };
    const contract = await made(admin, '/contracts', term);
    await post(`/contracts/${contract.id}/activate`);
    const under = { accountId: account.id, contractId: contract.id };
    await aSubscription(admin, await aPlan(admin, EUR('60.00')), under);
    await on('2026-05-10');
    const churned = async (query: string) =>
      (await report(`recurring-revenue?from=2026-03-01${query}`)).map(({ churn, end }) => {
        return `${String(churn)} ${String(end)}`;
      });
    const closed = ['0.00 60.00', '0.00 60.00'];
    expect(await churned('')).toEqual([...closed, '0.00 60.00']);
    await api.app.get(SweepContracts).execute(t.ctx(admin.companyId));
    expect(await churned('')).toEqual([...closed, '60.00 0.00']);
    expect(await churned('&restated=true')).toEqual(['0.00 60.00', '60.00 0.00', '0.00 0.00']);
  });

  test('restated, begins with the end of a trial that was over when it was made', async () => {
    const plan = await aPlan(admin, EUR('60.00'));
    await on('2026-05-10');
    await aSubscription(admin, plan, { startDate: '2026-02-10', trialEnd: '2026-04-05' });
    const months = await report('recurring-revenue?from=2026-02-01&restated=true');
    expect(months.map(({ new: came, end }) => [came, end])).toEqual([
      ['0.00', '0.00'],
      ['0.00', '0.00'],
      ['60.00', '60.00'],
      ['0.00', '60.00'],
    ]);
  });

  test('knows who moved between subscriptions, and who came and left in a month', async () => {
    const plan = await aPlan(admin, EUR('60.00'));
    const old = await aSubscription(admin, plan);
    await on('2026-02-10');
    await post(`/subscriptions/${old.id}/cancel`, { at: 'now' });
    await at('50.00', plan, { accountId: old.accountId });
    const guest = await aSubscription(admin, plan);
    await on('2026-02-12');
    await post(`/subscriptions/${guest.id}/cancel`, { at: 'now' });
    const of = async (level: string) =>
      (await report(`recurring-revenue?from=2026-02-01&level=${level}`))[0];
    const alike = { start: '60.00', end: '50.00', withinMonth: 1 };
    expect(await of('account')).toMatchObject({
      ...alike,
      contraction: '10.00',
      churn: '0.00',
      transferred: '0.00',
    });
    expect(await of('subscription')).toMatchObject({
      ...alike,
      new: '50.00',
      churn: '60.00',
      transferred: '50.00',
    });
    const only = await report(
      `recurring-revenue?from=2026-02-01&accountId=${String(guest.accountId)}`,
    );
    expect(only).toMatchObject([{ start: '0.00', end: '0.00', withinMonth: 1 }]);
    const none = await report(`recurring-revenue?planId=${guest.id}`);
    expect(none).toEqual([]);
  });

  test('is that of the subscriptions in the scope of whoever asks', async () => {
    admin = api.admin;
    await aSubscription(admin, await aPlan(admin, EUR('60.00')));
    const [reports, subscriptions] = [['view'], ['view']];
    const scopes = { subscriptions: 'own' };
    const matrix = { reports, subscriptions };
    const own = await memberWith(api, { matrix, scopes });
    expect(await report('recurring-revenue', own)).toEqual([]);
    expect(await report('recurring-revenue', await memberWith(api, { matrix }))).not.toEqual([]);
    const none = await memberWith(api, { matrix: { reports } });
    expect(await report('revenue-cohorts', none)).toEqual([]);
    const other = await memberWith(api, { matrix: { subscriptions } });
    expect((await other.call('GET', '/reports/recurring-revenue')).status).toBe(403);
  });

  test.each([
    ['from=2026-03-01&to=2026-02-01', 'from'],
    ['from=2010-01-01', 'from'],
  ])('refuses %s', async (query, parameter) => {
    t.clock.set('2026-03-01T10:00:00Z');
    const answer = await admin.call('GET', `/reports/recurring-revenue?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter }] } });
  });
});

const deeds = fc.array(
  fc.record({
    day: fc.nat(DAYS),
    operation: fc.oneof(fc.constant('create' as const), fc.constantFrom(...OPERATIONS)),
    who: fc.nat(20),
    size: fc.nat(100),
  }),
  { minLength: 25, maxLength: 45 },
);

const minor = (text: unknown, currency: string) => parseMinor(String(text), currency) ?? 0n;
const valueOf = (day: DayBooks | undefined, key: string) => day?.get(key) ?? 0n;

interface Side {
  readonly level: string;
  readonly days: ReadonlyMap<LocalDate, DayBooks>;
}

/** The months as they follow, step by step, from what each subscription said of itself each day. */
function expected({ level, days }: Side, months: readonly LocalDate[], last: LocalDate) {
  const keys = new Set([...days.values()].flatMap((day) => [...day.keys()]));
  return CURRENCIES.flatMap((currency) => {
    const own = [...keys].filter((key) => key.startsWith(currency));
    const ever = new Set<string>();
    return months.flatMap((month) => {
      const lastDay = addDays(addMonths(month, 1), -1);
      const [before, end] = [addDays(month, -1), lastDay < last ? lastDay : last];
      const sums = {
        start: 0n,
        new: 0n,
        expansion: 0n,
        reactivation: 0n,
        contraction: 0n,
        churn: 0n,
        end: 0n,
      };
      let withinMonth = 0;
      for (const key of own) {
        const [was, is] = [valueOf(days.get(before), key), valueOf(days.get(end), key)];
        sums.start += was;
        sums.end += is;
        if (was === 0n && is > 0n) sums[ever.has(key) ? 'reactivation' : 'new'] += is;
        if (was > 0n && is === 0n) sums.churn += was;
        if (was > 0n && is > was) sums.expansion += is - was;
        if (is > 0n && is < was) sums.contraction += was - is;
        if (is > 0n) ever.add(key);
        if (was > 0n || is > 0n) continue;
        for (let day = month; day <= end; day = addDays(day, 1)) {
          if (valueOf(days.get(day), key) === 0n) continue;
          withinMonth += 1;
          break;
        }
      }
      const texts = Object.entries(sums).map(([name, sum]) => [name, formatMinor(sum, currency)]);
      return [
        { level, currency, month: month.slice(0, 7), ...Object.fromEntries(texts), withinMonth },
      ];
    });
  });
}

describe('over any lives of subscriptions', () => {
  test.each(runsInParts(3))(
    'the report is what each day says, and adds up ($part of $parts)',
    { timeout: 240_000 },
    async ({ numRuns }) => {
      await fc.assert(
        fc.asyncProperty(deeds, async (all) => {
          t.clock.set('2026-01-05T10:00:00Z');
          admin = await api.newAdmin();
          await rate('USD', 'EUR', '1.1', '2026-01-01');
          await rate('USD', 'EUR', '0.93', '2026-03-15');
          const prices = (unitPrice: string) =>
            CURRENCIES.map((currency) => ({ currency, unitPrice }));
          const plans = [
            await aPlan(admin, { prices: prices('19.99') }),
            await aPlan(admin, { frequency: 'weekly', prices: prices('10.00') }),
            await aPlan(admin, { frequency: 'annually', trialDays: 20, prices: prices('99.00') }),
          ];
          const accounts = await Promise.all([0, 1, 2, 3].map(() => anAccount(admin)));
          const ids = (records: readonly Made[]) => records.map(({ id }) => id);
          const books = new Books(t, api, admin.companyId as CompanyId, ids(accounts), ids(plans));
          const last = await books.pass(all);
          const months = [0, 1, 2, 3, 4, 5]
            .map((i) => addMonths(`${FIRST_DAY.slice(0, 8)}01` as LocalDate, i))
            .filter((month) => month <= last);
          for (const side of [
            { level: 'account', days: books.days },
            { level: 'subscription', days: books.ofSubscriptions },
          ]) {
            const lines = await report(`recurring-revenue?from=2026-01-01&level=${side.level}`);
            const told = new Map(
              lines.map((line) => [`${String(line.currency)} ${String(line.month)}`, line]),
            );
            for (const { level: _, ...month } of expected(side, months, last)) {
              const line = told.get(`${month.currency} ${month.month}`);
              if (line) expect(line).toMatchObject(month);
              else expect(month).toMatchObject({ start: '0.00', end: '0.00', withinMonth: 0 });
            }
            adds(lines);
          }
          adds(await report('recurring-revenue?from=2026-01-01&base=true'));
        }),
        { numRuns, endOnFailure: true },
      );
    },
  );
});

/** In each month, and from each to the next. */
function adds(lines: readonly Json[]): void {
  const ends = new Map<string, unknown>();
  for (const line of lines) {
    const currency = String(line.currency);
    const of = (name: string) => minor(line[name], currency);
    const sum = of('start') + of('new') + of('expansion') + of('reactivation');
    expect(sum - of('contraction') - of('churn') + of('fx')).toBe(of('end'));
    if (ends.has(currency)) expect(line.start).toBe(ends.get(currency));
    ends.set(currency, line.end);
  }
}

import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { exchangeRatesOn, exchangeRatesOnDays } from './exchange-rates-on.js';

let t: TestDatabase;
let ctx: Ctx;
const day = parseLocalDate;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany({ baseCurrency: 'EUR' });
  await t.db.write(ctx, async (tx) => {
    await rate(tx, ['USD', 'EUR'], '0.5', '2026-02-10');
    await rate(tx, ['USD', 'EUR'], '0.25', '2026-03-01');
    await rate(tx, ['EUR', 'JPY'], '100', '2026-02-20');
  });
});
afterAll(() => t?.close());

const rate = (tx: Tx, [base, quote]: readonly [string, string], value: string, on: string) =>
  tx.run(
    `insert into crm.exchange_rate
       (company_id, id, name, base, quote, rate, day, source, created_at, updated_at)
     values ($1, $2, $8, $3, $4, $5, $6, 'hand', $7, $7)`,
    [ctx.companyId, newId(), base, quote, value, on, ctx.now, `${base} ${on}`],
  );

const DAYS = ['2026-02-09', '2026-02-15', '2026-02-28', '2026-03-01', '2026-06-30'].map(day);

/** What 1000.00 dollars are of each, and undefined where nothing leads there. */
const dollars = (rates: Awaited<ReturnType<typeof exchangeRatesOn>>) =>
  ['EUR', 'JPY'].map((to) =>
    rates.factor('USD', to) ? rates.convert(100_000n, 'USD', to) : undefined,
  );

it('rates of several days are those of each day, also by way of the base currency', async () => {
  const found = await t.db.read(ctx, async (tx) => {
    const rates = await exchangeRatesOnDays(tx, ['USD', 'JPY', 'EUR'], DAYS);
    return DAYS.map((on) => dollars(rates.on(on)));
  });
  expect(found).toEqual([
    [undefined, undefined],
    [50_000n, undefined],
    [50_000n, 50_000n],
    [25_000n, 25_000n],
    [25_000n, 25_000n],
  ]);
  const one = (on: LocalDate) =>
    t.db.read(ctx, async (tx) => dollars(await exchangeRatesOn(tx, ['USD', 'JPY', 'EUR'], on)));
  expect(await Promise.all(DAYS.map(one))).toEqual(found);
});

it('are asked once, of a single currency never, and of no day nothing', async () => {
  const asked = async (currencies: readonly string[], days: readonly LocalDate[]) =>
    t.db.read(ctx, async (tx) => {
      const rows = vi.spyOn(tx, 'rows');
      const rates = await exchangeRatesOnDays(tx, currencies, days);
      return [rows.mock.calls.length, days[0] && rates.on(days[0]).convert(7n, 'EUR', 'EUR')];
    });
  expect(await asked(['USD', 'EUR'], DAYS)).toEqual([1, 7n]);
  expect(await asked(['EUR'], DAYS)).toEqual([0, 7n]);
  expect(await asked(['USD', 'EUR'], [])).toEqual([0, undefined]);
});

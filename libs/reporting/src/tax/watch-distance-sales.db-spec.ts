import { parseLocalDate } from '@quittance/calendar';
import { CompanyChecks, readCompany, type Company } from '@quittance/company';
import { UpdateCompany, type CompanyPatch } from '@quittance/company/host';
import type { Ctx } from '@quittance/kernel';
import { aStoredInvoice } from '@quittance/receivables/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { WatchDistanceSales } from './watch-distance-sales.js';

type Invoice = Awaited<ReturnType<typeof aStoredInvoice>>;

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const NONE = { line1: null, line2: null, city: null, region: null, postalCode: null };
const LATE_IN_2026 = '2026-11-10T09:00:00.000Z';

const ofGermany = (company: Partial<Company> = {}): Promise<Ctx> =>
  t.newCompany({ address: { ...NONE, country: 'DE' }, ...company });

/** Each process has its own. */
const watcher = () => new WatchDistanceSales(t.db, new CompanyChecks());

const watch = (ctx: Ctx, now = LATE_IN_2026) => watcher().execute(t.ctx(ctx.companyId, { now }));

/** Goods to a consumer in France, taxed at home. */
function sold(ctx: Ctx, on: string, total: bigint, facts: Partial<Invoice> = {}): Promise<Invoice> {
  return t.db.write(ctx, async (tx) => {
    const address = { ...NONE, country: 'FR' };
    const billTo = { name: 'Ada', taxRegistration: null, buyerKind: 'consumer', address };
    const issueDate = parseLocalDate(on);
    const dates = { issueDate, dueDate: issueDate };
    const stored = { billTo, total, ...dates, ...facts } as Partial<Invoice>;
    const invoice = await aStoredInvoice(tx, stored);
    await tx.run(
      `update receivables.invoice_line set tax_category = 'S', tax_reason = 'taxed',
       supply_kind = 'goods' where company_id = $1 and invoice_id = $2`,
      [ctx.companyId, invoice.id],
    );
    return invoice;
  });
}

const voided = (ctx: Ctx, { id }: Invoice) =>
  t.db.write(ctx, (tx) =>
    tx.run(
      `update receivables.invoice set status = 'void', balance = 0
      where company_id = $1 and id = $2`,
      [ctx.companyId, id],
    ),
  );

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was announced of distance sales, in its order. */
const told = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows<Told>(
      `select type, data from outbox.event
       where company_id = $1 and object = 'distance-sales' order by id`,
      [ctx.companyId],
    ),
  );

const wordsOf = async (ctx: Ctx) =>
  (await told(ctx)).map(({ type, data }) => `${type.split('_').at(-1)} ${String(data['year'])}`);

const change = (ctx: Ctx, patch: CompanyPatch) =>
  new UpdateCompany(t.db, new CompanyChecks()).execute(ctx, patch);

const years = async (ctx: Ctx) =>
  (await t.db.read(ctx, readCompany)).distanceSales.map(({ year, status }) => `${year} ${status}`);

const counted = { distanceSalesSetBy: 'count' } as const;

describe('a company in the Union', () => {
  it('is told once that a year is near the limit, and once that it is beyond', async () => {
    const ctx = await ofGermany();
    await sold(ctx, '2026-03-01', 799_999n);
    expect(await watch(ctx)).toEqual({ told: false, unconverted: null });
    await sold(ctx, '2026-03-02', 1n);
    expect(await watch(ctx)).toEqual({ told: true, unconverted: null });
    await watch(ctx);
    expect(await told(ctx)).toEqual([
      {
        type: 'distance_sales.threshold_approached',
        data: {
          id: ctx.companyId,
          year: 2026,
          standing: 'near',
          establishedIn: 'DE',
          amount: '8000.00',
          limit: '10000.00',
          currency: 'EUR',
          exceededIn: null,
          crossedOn: null,
          crossedBy: null,
          crossedById: null,
          setting: null,
        },
      },
    ]);
    const last = await sold(ctx, '2026-05-04', 200_001n);
    await sold(ctx, '2026-05-05', 500n);
    await watch(ctx);
    await watch(ctx);
    const [, beyond, ...more] = await told(ctx);
    expect([beyond, more]).toMatchObject([
      {
        type: 'distance_sales.threshold_exceeded',
        data: {
          standing: 'exceeded',
          amount: '10005.01',
          exceededIn: 2026,
          crossedOn: '2026-05-04',
          crossedBy: 'invoice',
          crossedById: last.id,
          setting: null,
        },
      },
      [],
    ]);
    expect(await years(ctx)).toEqual([]);
  });

  it('is told nothing of goods to a business, with an id or without', async () => {
    const ctx = await ofGermany();
    const address = { ...NONE, country: 'FR' };
    for (const buyerKind of ['business', null] as const) {
      const billTo = { name: 'Ada', taxRegistration: null, buyerKind, address };
      await sold(ctx, '2026-03-01', 800_000n, { billTo } as Partial<Invoice>);
      expect(await watch(ctx)).toMatchObject({ told: buyerKind === null });
    }
  });

  it('is told of what two workers find at the same time once', async () => {
    const ctx = await ofGermany(counted);
    await sold(ctx, '2026-03-01', 900_000n);
    const near = await Promise.all(Array.from({ length: 6 }, () => watch(ctx)));
    await sold(ctx, '2026-03-02', 900_000n);
    const beyond = await Promise.all(Array.from({ length: 6 }, () => watch(ctx)));
    const tellers = [near, beyond].map((all) => all.filter((each) => each.told).length);
    expect(tellers).toEqual([1, 1]);
    expect(await wordsOf(ctx)).toEqual(['approached 2026', 'exceeded 2026']);
    expect((await t.db.read(ctx, readCompany)).version).toBe(2);
  });

  it('is not told that a year is near which is beyond at once, nor after it was', async () => {
    const ctx = await ofGermany();
    const big = await sold(ctx, '2026-03-01', 2_000_000n);
    await watch(ctx);
    await sold(ctx, '2026-03-02', 900_000n);
    await voided(ctx, big);
    await watch(ctx);
    await change(ctx, counted);
    await watch(ctx);
    expect(await wordsOf(ctx)).toEqual(['exceeded 2026']);
    // Its documents do not come to it any more.
    expect(await years(ctx)).toEqual([]);
  });

  it('is told of the year that runs where it is, and of the one after a year beyond', async () => {
    const ctx = await ofGermany({ timeZone: 'Pacific/Kiritimati', ...counted });
    const crossed = await sold(ctx, '2026-03-01', 2_000_000n);
    await watch(ctx, '2026-12-31T09:59:00.000Z');
    await watch(ctx, '2026-12-31T10:00:00.000Z');
    expect(await wordsOf(ctx)).toEqual(['exceeded 2026', 'exceeded 2027']);
    expect((await told(ctx))[1]?.data).toMatchObject({
      amount: '0.00',
      exceededIn: 2026,
      crossedById: crossed.id,
      setting: 'exceeded',
    });
    expect(await years(ctx)).toEqual(['2026 exceeded', '2027 exceeded']);
    await watch(ctx, '2028-01-02T09:00:00.000Z');
    expect(await wordsOf(ctx)).toHaveLength(2);
  });

  it('hears of rates that are missing, and of nothing that nobody knows', async () => {
    const ctx = await ofGermany();
    await sold(ctx, '2026-03-01', 2_000_000n, { currency: 'USD' });
    expect(await watch(ctx)).toEqual({ told: false, unconverted: 'USD' });
    // What is known goes beyond it for itself.
    await sold(ctx, '2026-03-02', 1_000_001n);
    expect(await watch(ctx)).toEqual({ told: true, unconverted: null });
    expect((await told(ctx))[0]?.data).toMatchObject({ standing: 'exceeded', amount: null });
  });
});

it('a company outside of the Union is told nothing', async () => {
  const ctx = await t.newCompany({ address: { ...NONE, country: 'CH' } });
  await sold(ctx, '2026-03-01', 2_000_000n);
  expect(await watch(ctx)).toEqual({ told: false, unconverted: null });
  expect(await told(ctx)).toEqual([]);
});

describe('a year that is beyond the limit', () => {
  const OTHERS = [{ year: 2025, status: 'below' as const }];
  const said = (status?: 'below' | 'exceeded' | 'opted') =>
    status ? [...OTHERS, { year: 2026, status }] : OTHERS;

  it.each([
    ['hand', undefined, undefined],
    ['hand', 'below', 'below'],
    ['count', undefined, 'exceeded'],
    ['count', 'below', 'exceeded'],
    ['count', 'exceeded', 'exceeded'],
    ['count', 'opted', 'opted'],
  ] as const)('by %s is set from %s to %s', async (distanceSalesSetBy, before, after) => {
    const ctx = await ofGermany({ distanceSalesSetBy, distanceSales: said(before) });
    await sold(ctx, '2026-03-01', 2_000_000n);
    await watch(ctx);
    const expected = after ? ['2025 below', `2026 ${after}`] : ['2025 below'];
    expect(await years(ctx)).toEqual(expected);
    expect((await told(ctx))[0]?.data).toMatchObject({ setting: after ?? null });
  });

  it('is set by the system in the log, once, and not where it is only near', async () => {
    const ctx = await ofGermany(counted);
    await sold(ctx, '2026-03-01', 900_000n);
    await watch(ctx);
    expect(await years(ctx)).toEqual([]);
    await sold(ctx, '2026-03-02', 900_000n);
    await watch(ctx);
    await watch(ctx);
    const log = await t.db.read(ctx, (tx) =>
      tx.rows(
        `select action, actor_kind as by, after from audit.entry
         where company_id = $1 and object = 'company' order by id`,
        [ctx.companyId],
      ),
    );
    const after = { distanceSales: [{ year: 2026, status: 'exceeded' }] };
    expect(log).toMatchObject([{ action: 'company.updated', by: 'system', after }]);
  });

  it('is set as well where the company has the count say so after it was told', async () => {
    const ctx = await ofGermany();
    await sold(ctx, '2026-03-01', 2_000_000n);
    await watch(ctx);
    await change(ctx, counted);
    expect(await watch(ctx)).toEqual({ told: false, unconverted: null });
    expect(await years(ctx)).toEqual(['2026 exceeded']);
    await change(ctx, { distanceSales: [{ year: 2026, status: 'opted' }] });
    await watch(ctx);
    expect(await years(ctx)).toEqual(['2026 opted']);
    expect(await wordsOf(ctx)).toEqual(['exceeded 2026']);
  });
});

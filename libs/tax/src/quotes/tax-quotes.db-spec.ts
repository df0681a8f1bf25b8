import { addSeconds, type Ctx, type DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { startFakeAvatax, type FakeAvatax } from '@quittance/tax-avatax/testing';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { priceDocument } from '../calculation/price-document.js';
import type { PricingRequest } from '../calculation/pricing.js';
import { aLine, aRequest } from '../testing/builders.js';
import { enginesOf, type Engines } from '../testing/engines-of.js';
import { TaxQuotes } from './tax-quotes.js';
import { HeldQuotes } from './held-quotes.js';
import { RateBooks } from '../rate-books/rate-books.js';

let t: TestDatabase;
let fake: FakeAvatax;
let ctx: Ctx;
let engines: Engines;

beforeAll(async () => {
  t = await testDatabase();
  fake = await startFakeAvatax();
});
afterAll(async () => {
  await fake?.stop();
  await t?.close();
});
beforeEach(async () => {
  ctx = await t.newCompany({ address: { country: 'US', region: 'NV', postalCode: '89501' } });
  engines = enginesOf(t.db, [new AvataxEngine(), new TaxjarEngine()]);
});

const connect = (more: object = {}) => {
  const { accountId, licenseKey } = fake;
  const credentials = { accountId, licenseKey };
  const settings = { baseUrl: fake.url };
  const input = { provider: 'avatax', active: true, credentials, settings };
  return engines.putConnector.execute(ctx, { ...input, ...more });
};

const TEXAS = { country: 'US', region: 'TX', postalCode: '78701', taxRegistration: null };
const request = (unitPrice = '100.00'): PricingRequest =>
  aRequest([aLine({ unitPrice })], {
    currency: 'USD',
    date: '2026-03-01' as LocalDate,
    customer: { ...TEXAS, accountId: 'account' },
  });

/** Prices within a transaction; `unitPrices` is what each run of it finds. */
function price(unitPrices: readonly string[]) {
  let run = 0;
  const work = engines.quotes.write(ctx, async (tx, taxes) => {
    const { book, quoteOf } = await taxes.load(tx);
    const asked = request(unitPrices[Math.min(run, unitPrices.length - 1)]);
    run += 1;
    return priceDocument(book, asked, quoteOf?.(asked)).taxTotal;
  });
  return work.then((tax) => ({ tax, runs: run }));
}

const asked = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const before = fake.requests.length;
  const result = await work();
  return [result, fake.requests.length - before];
};

describe('a transaction that prices', () => {
  it('runs once and asks nobody where the built-in engine serves', async () => {
    expect(await asked(() => price(['100.00']))).toEqual([{ tax: 0n, runs: 1 }, 0]);
  });

  it('is rolled back for the quote it needs, and runs again with it', async () => {
    await connect();
    expect(await asked(() => price(['100.00']))).toEqual([{ tax: 825n, runs: 2 }, 1]);
  });

  it('leaves nothing of the run that was rolled back', async () => {
    await connect();
    await engines.quotes.write(ctx, async (tx, taxes) => {
      await tx.run(
        `insert into tax.rate_book (company_id, revision) values ($1, gen_random_uuid())`,
        [ctx.companyId],
      );
      const { quoteOf } = await taxes.load(tx);
      quoteOf?.(request());
    });
    const rows = await t.db.read(ctx, (tx) => tx.rows('select revision from tax.rate_book'));
    expect(rows).toHaveLength(1);
  });

  it('asks again when the document has changed meanwhile', async () => {
    await connect();
    const prices = ['100.00', '200.00'];
    expect(await asked(() => price(prices))).toEqual([{ tax: 1_650n, runs: 3 }, 2]);
  });

  it('gives up on a document that changes each time', async () => {
    await connect();
    const refused = await price(['1.00', '2.00', '3.00', '4.00', '5.00']).catch(
      (error: DomainError) => error,
    );
    expect(refused).toMatchObject({ code: 'tax_inputs_changing', status: 409 });
  });

  it('passes on what fails for another reason', async () => {
    await connect();
    const failing = engines.quotes.write(ctx, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
  });
});

describe('pricing with no transaction open', () => {
  it('runs once where the built-in engine serves, and twice with quotes otherwise', async () => {
    const settle = async () => {
      const held = new HeldQuotes();
      const { book, quoteOf } = await t.db.read(ctx, (tx) => engines.quotes.load(tx, held));
      let runs = 0;
      const tax = await engines.quotes.settle(ctx, held, () => {
        runs += 1;
        return priceDocument(book, request(), quoteOf?.(request())).taxTotal;
      });
      return [tax, runs];
    };
    expect(await settle()).toEqual([0n, 1]);
    await connect();
    expect(await settle()).toEqual([825n, 2]);
  });

  it('asks about as many documents at once as it may, and about each once', async () => {
    await connect();
    const held = new HeldQuotes();
    const { quoteOf } = await t.db.read(ctx, (tx) => engines.quotes.load(tx, held));
    const prices = Array.from({ length: 40 }, (_, i) => `${i % 20}.50`);
    held.collect(() => prices.forEach((each) => quoteOf?.(request(each))));
    const [, calls] = await asked(() => engines.quotes.ask(ctx, held));
    expect(calls).toBe(20);
    expect(quoteOf?.(request('3.50')).lines).toMatchObject([{ kind: 'given', tax: 29n }]);
  });

  it('leaves room for an invoice of somebody beside all that one asks about', async () => {
    await connect();
    const held = new HeldQuotes();
    const { quoteOf } = await t.db.read(ctx, (tx) => engines.quotes.load(tx, held));
    held.collect(() => {
      for (let i = 1; i <= 20; i += 1) quoteOf?.(request(`${i}.00`));
    });
    const before = fake.requests.length;
    fake.failAlways('hang');
    const all = engines.quotes.ask(ctx, held);
    await vi.waitUntil(() => fake.requests.length === before + 6, { timeout: 2000, interval: 1 });
    fake.failAlways(null);
    expect(await price(['100.00'])).toEqual({ tax: 825n, runs: 2 });
    expect(fake.requests.length).toBe(before + 7);
    await all;
  });
});

describe('which engine serves', () => {
  const taxAt = async (seconds: number) => {
    const later = t.ctx(ctx.companyId, { now: addSeconds(ctx.now, seconds) });
    const load = (tx: Parameters<TaxQuotes['load']>[0]) =>
      engines.quotes.load(tx, new HeldQuotes());
    return (await t.db.read(later, load)).engine;
  };

  it('is known for five minutes when another process changes it', async () => {
    expect(await taxAt(0)).toBe('built_in');
    const other = enginesOf(t.db, [new AvataxEngine()]);
    const { accountId, licenseKey } = fake;
    const credentials = { accountId, licenseKey };
    const input = { provider: 'avatax', active: true, credentials, settings: {} };
    await other.putConnector.execute(ctx, input);
    expect(await taxAt(299)).toBe('built_in');
    expect(await taxAt(300)).toBe('avatax');
    expect(await taxAt(0)).toBe('avatax');
  });

  it('is known at once when this process changes it', async () => {
    expect(await taxAt(0)).toBe('built_in');
    await connect();
    expect(await taxAt(1)).toBe('avatax');
    await connect({ active: false });
    expect(await taxAt(2)).toBe('built_in');
  });

  it('falls back where the process has no adapter for it', async () => {
    await connect();
    engines = enginesOf(t.db, []);
    expect((await price(['100.00'])).tax).toBe(0n);
    expect(engines.watch.told).toMatchObject([{ reason: 'not_configured', lines: 1 }]);
  });

  it('is the built-in one in a process without engines', async () => {
    await connect();
    const quotes = new TaxQuotes(t.db, new RateBooks());
    const { engine } = await t.db.read(ctx, (tx) => quotes.load(tx, new HeldQuotes()));
    expect(engine).toBe('built_in');
  });
});

test('a company whose secrets cannot be opened still writes invoices', async () => {
  await connect();
  await t.db.write(ctx, (tx) =>
    tx.run(
      `update tax.connector set credentials = jsonb_set(credentials, '{licenseKey,keyId}',
        '"gone"')`,
    ),
  );
  engines = enginesOf(t.db, [new AvataxEngine()]);
  expect((await price(['100.00'])).tax).toBe(0n);
  expect(engines.watch.told).toMatchObject([{ reason: 'not_configured' }]);
});

describe('a connector whose credentials are refused', () => {
  const failing = async () => {
    const rows = await t.db.read(ctx, (tx) =>
      tx.rows<{ failing: boolean }>(
        'select failing_since is not null as failing from tax.connector',
      ),
    );
    return rows.map((row) => row.failing);
  };
  const wrong = (licenseKey: string) =>
    connect({ credentials: { accountId: fake.accountId, licenseKey } });

  it('is marked again when the next ones are refused as well', async () => {
    await wrong('wrong');
    await price(['100.00']);
    expect(await failing()).toEqual([true]);
    await wrong('wrong again');
    expect(await failing()).toEqual([false]);
    await price(['100.00']);
    expect(await failing()).toEqual([true]);
    await connect();
    await price(['100.00']);
    expect(await failing()).toEqual([false]);
  });

  it('is marked no more once a process succeeds, whichever had marked it', async () => {
    await connect();
    await t.db.write(ctx, (tx) =>
      tx.run(
        `update tax.connector set failing_since = $2, last_error = 'no' where company_id = $1`,
        [ctx.companyId, ctx.now],
      ),
    );
    await price(['100.00']);
    expect(await failing()).toEqual([false]);
  });
});

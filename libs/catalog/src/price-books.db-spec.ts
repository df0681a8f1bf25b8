import { type Ctx, type DomainError, type ProductId, newId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { DeletePriceBookEntry } from './price-books/delete-price-book-entry.js';
import { ImportPriceBookEntries } from './price-books/import-price-book-entries.js';
import type { PriceBookId } from './price-books/price-book.js';
import {
  entriesIn,
  findPriceBookEntry,
  requirePriceBook,
} from './price-books/price-book.queries.js';
import { readPriceTiers } from './price-books/price-tiers.queries.js';
import { servingTier } from './price-books/price.js';
import { findPrice, findPrices } from './price-books/price.queries.js';
import { UpdatePriceBookEntry } from './price-books/update-price-book-entry.js';
import { CatalogRecords } from './testing/catalog-records.js';

const TODAY = '2026-03-02' as LocalDate;

let t: TestDatabase;
let catalog: CatalogRecords;
let ctx: Ctx;
let seat: ProductId;
let desk: ProductId;

beforeAll(async () => {
  t = await testDatabase();
  catalog = new CatalogRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
  seat = await catalog.product(ctx, 'SEAT');
  desk = await catalog.product(ctx, 'DESK');
});

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing refused it',
    (error: DomainError) => error.options.errors?.[0]?.pointer ?? error.code,
  );
}

async function pricesOf(book: PriceBookId): Promise<string[]> {
  const entries = await t.db.read(ctx, (tx) => entriesIn(tx, book));
  return entries.map((entry) => `${entry.sku} ${entry.minQuantity} ${entry.unitPrice}`).sort();
}

function load(book: PriceBookId, file: string, more: { dryRun?: boolean; jsonl?: boolean } = {}) {
  const body = Readable.from([Buffer.from(file)]);
  const format = more.jsonl ? 'jsonl' : 'csv';
  const { dryRun = false } = more;
  const input = { priceBookId: book, body, format, dryRun } as const;
  return new ImportPriceBookEntries(t.db).execute(ctx, input);
}

describe('a price book', () => {
  it('is not valid to a day before the first', async () => {
    const days = { validFrom: '2026-03-02', validTo: '2026-03-01' };
    expect(await codeOf(catalog.book(ctx, 'List', days))).toBe('/validTo');
    const id = await catalog.book(ctx, 'List', { ...days, validTo: '2026-03-02' });
    const change = catalog.change(ctx, 'price-book', id, { validFrom: '2026-03-03' });
    expect(await codeOf(change)).toBe('/validTo');
  });

  it('is the default of its currency alone', async () => {
    await catalog.book(ctx, 'Euro', { isDefault: true });
    const dollars = await catalog.book(ctx, 'Dollar', { isDefault: true, currency: 'USD' });
    const rival = catalog.book(ctx, 'Rival', { isDefault: true });
    expect(await codeOf(rival)).toBe('default_price_book_taken');
    const moved = catalog.change(ctx, 'price-book', dollars, { currency: 'EUR' });
    expect(await codeOf(moved)).toBe('default_price_book_taken');
  });

  it('keeps its currency while it has a price', async () => {
    const id = await catalog.book(ctx, 'List');
    await catalog.price(ctx, id, seat, '1');
    const change = () => catalog.change(ctx, 'price-book', id, { currency: 'USD' });
    expect(await codeOf(change())).toBe('price_book_currency_fixed');
    await catalog.remove(ctx, 'product', seat);
    expect(await change()).toMatchObject({ currency: 'USD' });
  });

  it('is copied with its prices, and is not the default twice', async () => {
    const id = await catalog.book(ctx, 'List', { isDefault: true, validTo: '2026-12-31' });
    await catalog.price(ctx, id, seat, '10');
    await catalog.price(ctx, id, seat, '9', '10');
    await catalog.price(ctx, id, desk, '300');
    const copy = await catalog.clone(ctx, id, { name: 'Copy' });
    expect(copy).toMatchObject({ isDefault: false, currency: 'EUR', validTo: '2026-12-31' });
    expect(await pricesOf(copy.id as string as PriceBookId)).toEqual(await pricesOf(id));
    expect(await pricesOf(id)).toEqual(['DESK 0 300', 'SEAT 0 10', 'SEAT 10 9']);
  });

  it('is not copied into another currency with its prices', async () => {
    const id = await catalog.book(ctx, 'List');
    const copy = (name: string) => catalog.clone(ctx, id, { name, currency: 'USD' });
    expect(await copy('Empty')).toMatchObject({ currency: 'USD' });
    await catalog.price(ctx, id, seat, '10');
    expect(await codeOf(copy('Priced'))).toBe('price_book_currency_fixed');
  });

  it('is reached with its prices by whoever may see it', async () => {
    const id = await catalog.book(ctx, 'Theirs');
    const entry = await catalog.price(ctx, id, seat, '10');
    const permissions = { ...ctx.permissions, all: false, scope: () => 'own' as const };
    const narrow: Ctx = { ...ctx, permissions };
    const attempts = [
      t.db.read(narrow, (tx) => requirePriceBook(tx, id)),
      t.db.read(narrow, (tx) => findPriceBookEntry(tx, id, entry.id)),
      catalog.price(narrow, id, desk, '1'),
      new UpdatePriceBookEntry(t.db).execute(narrow, id, entry.id, { unitPrice: '1' }, null),
      new DeletePriceBookEntry(t.db).execute(narrow, id, entry.id),
    ];
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'not_found'));
    expect(await pricesOf(id)).toEqual(['SEAT 0 10']);
  });

  it('goes with its prices, and stays where a ledger account names it', async () => {
    const [id, other] = [await catalog.book(ctx, 'List'), await catalog.book(ctx, 'Other')];
    await catalog.price(ctx, id, seat, '10');
    await catalog.remove(ctx, 'price-book', id);
    expect(await pricesOf(id)).toEqual([]);
    await t.db.write(ctx, (tx) =>
      tx.run(
        `insert into crm.ledger_account (company_id, id, kind, name, default_currency,
           default_price_book_id, created_at, updated_at)
         values ($1, $2, 'supplier', 'Mill', 'EUR', $3, now(), now())`,
        [ctx.companyId, newId(), other],
      ),
    );
    expect(await codeOf(catalog.remove(ctx, 'price-book', other))).toBe('record_referenced');
  });
});

describe('a price', () => {
  it('is one for a product from a quantity on', async () => {
    const id = await catalog.book(ctx, 'List');
    const first = await catalog.price(ctx, id, seat, '10.50', '5.0');
    expect(first).toMatchObject({ minQuantity: '5', unitPrice: '10.5' });
    const again = catalog.price(ctx, id, seat, '1', '5');
    expect(await codeOf(again)).toBe('product_priced_already');
    const next = await catalog.price(ctx, id, seat, '9', '6');
    const update = new UpdatePriceBookEntry(t.db);
    const moved = update.execute(ctx, id, next.id, { minQuantity: '5' }, null);
    expect(await codeOf(moved)).toBe('product_priced_already');
    await update.execute(ctx, id, next.id, { minQuantity: '7' }, 1);
    expect(await pricesOf(id)).toEqual(['SEAT 5 10.5', 'SEAT 7 9']);
  });

  it('is read by the tiers that serve some quantities as by all of them', async () => {
    const standard = await catalog.book(ctx, 'Standard', { isDefault: true });
    const own = await catalog.book(ctx, 'Own');
    for (const [book, least] of [
      [standard, '0'],
      [standard, '10'],
      [own, '2'],
      [own, '10.5'],
    ]) {
      await catalog.price(ctx, book as PriceBookId, seat, String(9 - Number(least) / 4), least);
    }
    await catalog.price(ctx, standard, desk, '300', '5');
    const wanted = { currency: 'EUR' as Currency, priceBookIds: [own], productIds: [seat, desk] };
    const all = await t.db.read(ctx, (tx) => readPriceTiers(tx, wanted));
    expect(all).toHaveLength(5);
    for (const quantity of ['0.5', '2', '9.999999', '10', '10.5', '1000']) {
      const quantities = new Map([seat, desk].map((id) => [id, quantity]));
      const found = await t.db.read(ctx, (tx) => readPriceTiers(tx, { ...wanted, quantities }));
      const serving = [standard, own].flatMap((book) =>
        [seat, desk].flatMap((id) => {
          const of = all.filter((tier) => tier.book.id === book && tier.productId === id);
          return servingTier(of, quantity) ?? [];
        }),
      );
      const inOrder = (tiers: typeof all) => tiers.map((each) => JSON.stringify(each)).sort();
      expect(inOrder(found)).toEqual(inOrder(serving));
    }
  });

  it('is found for many products, quantities and days at once, in their order', async () => {
    const standard = await catalog.book(ctx, 'Standard', { isDefault: true });
    const spring = await catalog.book(ctx, 'Spring', {
      validFrom: '2026-03-01',
      validTo: '2026-03-31',
    });
    await catalog.price(ctx, standard, seat, '10');
    await catalog.price(ctx, standard, desk, '300');
    await catalog.price(ctx, spring, seat, '9', '2');
    await catalog.price(ctx, spring, seat, '8', '100');
    const lamp = await catalog.product(ctx, 'LAMP');
    const want = (productId: ProductId, quantity: string, on = TODAY) => {
      return { priceBookId: spring, productId, quantity, on };
    };
    const wanted = [
      want(seat, '1.5'),
      want(seat, '2'),
      want(seat, '1000'),
      want(seat, '1000', '2026-04-01' as LocalDate),
      want(desk, '1'),
      want(lamp, '1'),
    ];
    const found = await t.db.read(ctx, (tx) => findPrices(tx, wanted));
    expect(found.map((price) => price?.unitPrice)).toEqual([
      '10',
      '9',
      '8',
      '10',
      '300',
      undefined,
    ]);
    expect(found.map((price) => price?.priceBookId === spring)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('never comes from a book of another currency', async () => {
    await catalog.price(ctx, await catalog.book(ctx, 'Euro', { isDefault: true }), seat, '10');
    const priceBookId = await catalog.book(ctx, 'Dollar', { currency: 'USD' });
    const asked = { priceBookId, productId: seat, quantity: '1', on: TODAY };
    const find = t.db.read(ctx, (tx) => findPrice(tx, asked));
    expect(await codeOf(find)).toBe('product_not_priced');
  });

  it('of another company is not found', async () => {
    const priceBookId = await catalog.book(ctx, 'List');
    await catalog.price(ctx, priceBookId, seat, '10');
    const asked = { priceBookId, productId: seat, quantity: '1', on: TODAY };
    const stranger = await t.newCompany();
    expect(await t.db.read(stranger, (tx) => findPrices(tx, [asked]))).toEqual([null]);
    expect(await codeOf(t.db.read(stranger, (tx) => findPrice(tx, asked)))).toBe('not_found');
  });
});

describe('an import of prices', () => {
  let book: PriceBookId;
  beforeEach(async () => {
    book = await catalog.book(ctx, 'List');
    await catalog.price(ctx, book, seat, '10');
  });

  const FILE = [
    'sku,productId,productName,minQuantity,unitPrice',
    'SEAT,,Passed over,,11.00',
    'SEAT,,,10,9',
    `,{desk},,,300`,
    'SEAT,{desk},,,1',
    'LAMP,,,,1',
    ',,,,1',
    'SEAT,,,-1,0.0000001',
    'SEAT,,,10.0,8.5',
    'DESK,,,0,300',
  ].join('\n');
  const file = () => FILE.replaceAll('{desk}', desk);

  it('adds and changes what it can, and says of every other row what is wrong', async () => {
    const summary = await load(book, file());
    expect(summary).toMatchObject({ rows: 9, created: 2, updated: 2, unchanged: 1, failed: 4 });
    expect(summary.results.map(({ line, status }) => `${line} ${status}`)).toEqual([
      '2 updated',
      '3 created',
      '4 created',
      '5 failed',
      '6 failed',
      '7 failed',
      '8 failed',
      '9 updated',
      '10 unchanged',
    ]);
    const problems = summary.results.flatMap(({ problem }) => problem?.errors ?? []);
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/sku mismatch',
      '/sku reference_not_found',
      '/sku required',
      '/minQuantity min',
      '/unitPrice precision',
    ]);
    expect(await pricesOf(book)).toEqual(['DESK 0 300', 'SEAT 0 11', 'SEAT 10 8.5']);
  });

  it('comes to the same when it is repeated', async () => {
    await load(book, file());
    const before = await pricesOf(book);
    expect(await load(book, file())).toMatchObject({ created: 0, failed: 4 });
    expect(await pricesOf(book)).toEqual(before);
  });

  it('writes nothing in a dry run', async () => {
    const summary = await load(book, file(), { dryRun: true });
    expect(summary).toMatchObject({ dryRun: true, created: 2, updated: 2, failed: 4 });
    expect(await pricesOf(book)).toEqual(['SEAT 0 10']);
  });

  it('takes JSON Lines as the list answers them', async () => {
    const [entry] = await t.db.read(ctx, (tx) => entriesIn(tx, book));
    const good = JSON.stringify({ ...entry, unitPrice: 12 });
    const lines = `${good}\n{"sku":"DESK","unitPrice":"1","x":1}\n`;
    const summary = await load(book, lines, { jsonl: true });
    expect(summary).toMatchObject({ updated: 1, failed: 1 });
    expect(await pricesOf(book)).toEqual(['SEAT 0 12']);
  });

  it('refuses a column that is nothing of a price', async () => {
    expect(await codeOf(load(book, 'sku,price\nSEAT,1\n'))).toBe('import_columns_invalid');
  });

  it('of a book that does not exist is refused', async () => {
    expect(await codeOf(load(newId<'price-book'>(), file()))).toBe('not_found');
  });
});

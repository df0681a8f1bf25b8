import { addAccount } from '@quittance/crm/host';
import { sql } from '@quittance/database';
import { newId, type Ctx, type DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { taxCodeRecord } from './codes/tax-code-record.js';
import { territoryOf, territorySql } from './decision/territories.js';
import { taxExemptionRecord } from './exemptions/tax-exemption-record.js';
import { taxJurisdictionRecord } from './jurisdictions/tax-jurisdiction-record.js';
import { taxRateRecord } from './rates/tax-rate-record.js';
import { CreateTaxRecord } from './set-up/create-tax-record.js';
import { DeleteTaxRecord } from './set-up/delete-tax-record.js';
import { UpdateTaxRecord } from './set-up/update-tax-record.js';
import { CalculateTax, type TaxCalculation } from './calculation/calculate-tax.js';
import type { NewTaxJurisdiction } from './jurisdictions/tax-jurisdiction.js';
import { TaxQuotes } from './quotes/tax-quotes.js';
import { RateBooks } from './rate-books/rate-books.js';
import type { NewTaxRate } from './rates/tax-rate.js';
import { LoadSeedRates } from './seed/load-seed-rates.js';
import { SEED_COUNTRIES, SEED_RATES } from './seed/seed-rates.js';
import { TaxQueries } from './tax.queries.js';

let t: TestDatabase;
let ctx: Ctx;
let books: RateBooks;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany({ address: { country: 'DE' } });
  books = new RateBooks();
});

async function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

const day = (text: string) => text as LocalDate;
const seed = (...countries: string[]) => new LoadSeedRates(t.db).execute(ctx, countries);
const addCode = (code: string, isDefault = false) =>
  new CreateTaxRecord(t.db).execute(ctx, taxCodeRecord, { code, name: code, isDefault });
const addPlace = (place: Partial<NewTaxJurisdiction> & Pick<NewTaxJurisdiction, 'level'>) =>
  new CreateTaxRecord(t.db).execute(ctx, taxJurisdictionRecord, {
    code: 'DE',
    name: 'Germany',
    ...place,
  });

async function aRate(over: Partial<NewTaxRate> = {}) {
  const jurisdictionId = over.jurisdictionId ?? (await addPlace({ level: 'country' })).id;
  const input = { taxCode: 'standard', kind: 'vat', rate: '19', validFrom: day('2021-01-01') };
  return new CreateTaxRecord(t.db).execute(ctx, taxRateRecord, {
    ...input,
    jurisdictionId,
    ...over,
  } as NewTaxRate);
}

function calculate(over: Partial<TaxCalculation> = {}) {
  const input = { currency: 'EUR', shipTo: { country: 'DE' }, lines: [{ amount: '100' }] };
  return new CalculateTax(t.db, new TaxQuotes(t.db, books)).execute(ctx, { ...input, ...over });
}

describe('the rate book', () => {
  it('of a company without a set-up is empty', async () => {
    expect(await calculate()).toMatchObject({ taxTotal: '0.00', total: '100.00' });
  });

  it('is kept, and read again after every change of the set-up', async () => {
    await addCode('standard', true);
    const rate = await aRate();
    const load = () => t.db.read(ctx, (tx) => books.load(tx));
    const first = await load();
    expect(await load()).toBe(first);
    expect((await calculate()).taxTotal).toBe('19.00');
    const change = { id: rate.id, expectedVersion: 1, patch: { rate: '7.5' } };
    await new UpdateTaxRecord(t.db).execute(ctx, taxRateRecord, change);
    expect((await calculate()).taxTotal).toBe('7.50');
    await new DeleteTaxRecord(t.db).execute(ctx, taxRateRecord, rate.id);
    expect((await calculate()).taxTotal).toBe('0.00');
  });

  it('is the same before and after a change that was rolled back', async () => {
    await addCode('standard', true);
    await aRate();
    await refusal(addPlace({ level: 'country' }));
    expect((await calculate()).taxTotal).toBe('19.00');
  });

  it('of one company is not that of another', async () => {
    await seed('DE');
    expect((await calculate()).taxTotal).toBe('19.00');
    ctx = await t.newCompany();
    expect((await calculate()).taxTotal).toBe('0.00');
  });
});

describe('codes', () => {
  it('have one default, which moves', async () => {
    const first = await addCode('first', true);
    const second = await addCode('second', true);
    expect(second.isDefault).toBe(true);
    const read = await new TaxQueries(t.db).record(ctx, taxCodeRecord, first.id);
    expect(read).toMatchObject({ isDefault: false, version: 2 });
  });

  it('are unique', async () => {
    await addCode('standard');
    expect((await refusal(addCode('standard'))).code).toBe('tax_code_taken');
  });

  it('stay while a rate is for them', async () => {
    const { id } = await addCode('standard');
    const rate = await aRate();
    const remove = () => new DeleteTaxRecord(t.db).execute(ctx, taxCodeRecord, id);
    expect((await refusal(remove())).code).toBe('tax_record_in_use');
    await new DeleteTaxRecord(t.db).execute(ctx, taxRateRecord, rate.id);
    await remove();
    expect((await refusal(remove())).code).toBe('not_found');
  });

  it('are not changed by somebody who saw an older version', async () => {
    const { id } = await addCode('standard');
    const update = (name: string) =>
      new UpdateTaxRecord(t.db).execute(ctx, taxCodeRecord, {
        id,
        expectedVersion: 1,
        patch: { name },
      });
    expect(await update('One')).toMatchObject({ name: 'One', version: 2 });
    expect((await refusal(update('Two'))).code).toBe('precondition_failed');
  });

  it('announce and log their changes', async () => {
    const { id } = await addCode('standard');
    await new DeleteTaxRecord(t.db).execute(ctx, taxCodeRecord, id);
    const found = await t.db.read(ctx, (tx) =>
      Promise.all([
        tx.rows('select type from outbox.event where record_id = $1 order by seq', [id]),
        tx.rows('select action from audit.entry where record_id = $1 order by id', [id]),
      ]),
    );
    expect(found).toEqual([
      [{ type: 'record.created' }, { type: 'record.deleted' }],
      [{ action: 'tax_code.created' }, { action: 'tax_code.deleted' }],
    ]);
  });
});

describe('jurisdictions', () => {
  it('lie in one of a higher level', async () => {
    const { id: parentId } = await addPlace({ level: 'country', code: 'US' });
    const state = await addPlace({ level: 'state', code: 'CA', parentId });
    const wrong = { level: 'state', code: 'NV', parentId: state.id } as const;
    const error = await refusal(addPlace(wrong));
    expect(error.options.errors?.[0]?.pointer).toBe('/parentId');
  });

  it('name all that is wrong with them', async () => {
    const error = await refusal(
      addPlace({ level: 'state', code: 'Bavaria', postalPatterns: ['8####', '(.*)+'] }),
    );
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual([
      '/code',
      '/parentId',
      '/postalPatterns/1',
    ]);
  });

  it('are unique within their place', async () => {
    await addPlace({ level: 'country' });
    const error = await refusal(addPlace({ level: 'country' }));
    expect(error.code).toBe('tax_jurisdiction_taken');
  });

  it('stay while anything points at them', async () => {
    await addCode('standard');
    const { jurisdictionId } = await aRate();
    await addPlace({ level: 'state', code: 'BY', parentId: jurisdictionId });
    const { id: accountId } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme' }));
    const exemption = { accountId, certificate: '1', validFrom: day('2026-01-01') };
    const jurisdictionIds = [jurisdictionId];
    await new CreateTaxRecord(t.db).execute(ctx, taxExemptionRecord, {
      ...exemption,
      jurisdictionIds,
    });
    const error = await refusal(
      new DeleteTaxRecord(t.db).execute(ctx, taxJurisdictionRecord, jurisdictionId),
    );
    expect(error.message).toMatch(/exemptions.*jurisdictions within it.*rates/);
  });
});

describe('rates', () => {
  beforeEach(() => addCode('standard'));

  it('of one kind are never in force at once', async () => {
    const first = await aRate({ validTo: day('2026-12-31') });
    const { jurisdictionId } = first;
    const error = await refusal(aRate({ jurisdictionId, validFrom: day('2026-12-31') }));
    expect(error.code).toBe('tax_rate_overlaps');
    const next = await aRate({ jurisdictionId, validFrom: day('2027-01-01') });
    const patch = { validFrom: day('2026-12-31') };
    const update = new UpdateTaxRecord(t.db).execute(ctx, taxRateRecord, {
      id: next.id,
      expectedVersion: null,
      patch,
    });
    expect((await refusal(update)).code).toBe('tax_rate_overlaps');
  });

  it('of one kind are not made at once by two', async () => {
    const { id: jurisdictionId } = await addPlace({ level: 'country' });
    const both = await Promise.allSettled([aRate({ jurisdictionId }), aRate({ jurisdictionId })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each<[Partial<NewTaxRate>, string]>([
    [{ kind: 'exempt', rate: '1' }, '/rate'],
    [{ validTo: day('2020-12-31') }, '/validTo'],
    [{ taxCode: 'unknown' }, '/taxCode'],
    [{ jurisdictionId: newId() as never }, '/jurisdictionId'],
  ])('are refused: %j', async (over, pointer) => {
    const error = await refusal(aRate(over));
    expect(error.options.errors?.[0]?.pointer).toBe(pointer);
  });
});

describe('exemptions', () => {
  it('free their account, and only it', async () => {
    await seed('DE');
    const { id: accountId } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Charity' }));
    const exemption = { accountId, certificate: 'C-1', validFrom: day('2026-01-01') };
    await new CreateTaxRecord(t.db).execute(ctx, taxExemptionRecord, exemption);
    expect((await calculate({ customer: { accountId } })).taxTotal).toBe('0.00');
    expect((await calculate({ customer: { accountId: newId() } })).taxTotal).toBe('19.00');
  });

  it('refuse jurisdictions and accounts that do not exist', async () => {
    const blank = { accountId: newId<'account'>(), certificate: '1', validFrom: day('2026-01-01') };
    const create = (over: object) =>
      new CreateTaxRecord(t.db).execute(ctx, taxExemptionRecord, { ...blank, ...over });
    const [place, account] = [
      await refusal(create({ jurisdictionIds: [newId()] })),
      await refusal(create({})),
    ];
    expect(place.options.errors?.[0]?.pointer).toBe('/jurisdictionIds/0');
    expect(account.options.errors?.[0]?.pointer).toBe('/accountId');
  });
});

describe('the starter set', () => {
  it('loads every country at once, and a second time nothing', async () => {
    const result = await seed(...SEED_COUNTRIES);
    expect(result).toMatchObject({ codes: 11, jurisdictions: 33 + 51 + 13 });
    expect(result.rates).toBe(SEED_RATES.length + 2 * 33);
    expect(await seed(...SEED_COUNTRIES)).toMatchObject({ codes: 0, jurisdictions: 0, rates: 0 });
  });

  it('leaves rates that were entered before as they are', async () => {
    await addCode('standard', true);
    await aRate({ rate: '18', validFrom: day('2000-01-01') });
    expect(await seed('DE')).toMatchObject({ jurisdictions: 0, rates: 2 });
    expect((await calculate()).taxTotal).toBe('18.00');
  });

  it.each<[string, object, string, string]>([
    ['DE', { country: 'DE' }, '2020-12-31', '16'],
    ['EE', { country: 'EE' }, '2026-03-01', '24'],
    ['CA', { country: 'CA', region: 'QC' }, '2026-03-01', '14.975'],
    ['CA', { country: 'CA', region: 'AB' }, '2026-03-01', '5'],
    ['US', { country: 'US', region: 'OR' }, '2026-03-01', '0'],
    ['IN', { country: 'IN', region: 'KA' }, '2026-03-01', '18'],
  ])('knows %s %j on %s: %s', async (country, shipTo, date, rate) => {
    ctx = await t.newCompany({ address: shipTo });
    await seed(country);
    const result = await calculate({ shipTo, date: day(date), lines: [{ amount: '100' }] });
    expect(result.lines[0]).toMatchObject({ taxRate: rate, fallback: false });
  });

  it('refuses a country it has nothing of', async () => {
    const error = await refusal(seed('DE', 'XX'));
    expect(error.options.errors?.[0]?.pointer).toBe('/countries/1');
  });
});

describe('calculating', () => {
  it('answers lines, jurisdictions, groups and totals as decimal text', async () => {
    ctx = await t.newCompany({ address: { country: 'CA' } });
    await seed('CA');
    const lines = [
      { amount: '10.01', taxCode: 'standard' },
      { amount: '10.01', taxCode: 'standard' },
    ];
    const shipTo = { country: 'CA', region: 'QC' };
    const result = await calculate({ currency: 'CAD', shipTo, lines, document: 'Q-1' });
    expect(result).toMatchObject({
      document: 'Q-1',
      engine: 'built_in',
      date: '2026-03-02',
      subtotal: '20.02',
      taxTotal: '3.00',
      total: '23.02',
    });
    expect(result.lines[0]?.taxes).toEqual([
      {
        jurisdiction: 'CA',
        kind: 'vat',
        taxCode: 'standard',
        rate: '5',
        taxable: '10.01',
        tax: '0.50',
      },
      {
        jurisdiction: 'CA-QC',
        kind: 'sales',
        taxCode: 'standard',
        rate: '9.975',
        taxable: '10.01',
        tax: '1.00',
      },
    ]);
    expect(result.taxGroups[1]).toMatchObject({ exactTax: '1.996995', tax: '2.00', moved: [] });
  });

  it('refuses an amount with more decimals than the currency', async () => {
    const error = await refusal(calculate({ currency: 'JPY', lines: [{ amount: '1.5' }] }));
    expect(error.options.errors?.[0]?.pointer).toBe('/lines/0/amount');
  });
});

it('tells in SQL the territory that goods arrive in, as addresses are written', async () => {
  const written: [string, string | null, string | null][] = [
    ['DE', '10115', null],
    ['DE', 'D-78266', null],
    ['DE', 'DE27498', 'Helgoland'],
    ['ES', '35 001', null],
    ['ES', '28001', 'Madrid'],
    ['ES', null, ' es-cn '],
    ['ES', null, 'Las Palmas'],
    ['IT', 'I-23041', null],
    ['IT', '00184', null],
    ['FR', '97110', null],
    ['FR', '69001', null],
    ['FR', null, null],
    ['FI', 'FI-22100', null],
    ['FI', '00100', null],
    ['GR', '63086', null],
    ['MC', '98000', null],
    ['GB', 'bt1 1aa', null],
    ['GB', 'SW1A 1AA', null],
    ['IM', 'IM1 1AA', null],
  ];
  const text = territorySql({ country: 'a.c', postalCode: 'a.p', region: 'a.r' });
  const found = await t.db.read(ctx, (tx) =>
    tx.rows<{ at: string | null }>(
      sql(`select ${text} as at from unnest($1::text[], $2::text[], $3::text[])
        with ordinality as a (c, p, r, place) order by a.place`),
      [0, 1, 2].map((member) => written.map((each) => each[member])),
    ),
  );
  const expected = written.map(([country, postalCode, region]) => {
    const { goods, outlying } = territoryOf({ country, postalCode, region });
    return outlying === null ? goods : null;
  });
  expect(found.map(({ at }) => at)).toEqual(expected);
  expect(expected.filter((at) => at === null)).toHaveLength(9);
});

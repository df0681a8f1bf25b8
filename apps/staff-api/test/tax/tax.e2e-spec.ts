import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

type Body = Record<string, unknown>;

async function make(path: string, body: Body): Promise<Body> {
  const answer = await admin.call('POST', `/tax/${path}`, { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Body;
}

async function refused(method: string, path: string, body?: Body): Promise<unknown[]> {
  const answer = await admin.call(method, `/tax/${path}`, { body });
  const { code, errors = [] } = answer.body as { code: string; errors?: { pointer: string }[] };
  return [answer.status, code, ...errors.map(({ pointer }) => pointer).sort()];
}

const germany = () =>
  make('jurisdictions', { level: 'country', code: 'DE', name: 'Germany', parentId: null });
const standard = () => make('codes', { code: 'standard', name: 'Standard', isDefault: true });

describe('the set-up', () => {
  test('is made, changed, listed and deleted record by record', async () => {
    const code = await standard();
    const place = await germany();
    const rate = await make('rates', {
      jurisdictionId: place.id,
      taxCode: 'standard',
      kind: 'vat',
      rate: 19,
      validFrom: '2021-01-01',
      source: 'UStG § 12',
      sourceDate: '2021-01-01',
    });
    expect(rate).toMatchObject({ rate: '19', compound: false, validTo: null, version: 1 });
    const path = `/tax/rates/${rate.id}`;
    const ended = await admin.call('PATCH', path, { body: { validTo: '2026-12-31' } });
    expect(ended.body).toMatchObject({ validTo: '2026-12-31', version: 2 });
    expect((await admin.call('GET', path)).body).toEqual(ended.body);
    for (const list of ['codes', 'jurisdictions', 'rates', 'exemptions']) {
      const { status, body } = await admin.call('GET', `/tax/${list}`);
      expect([status, body]).toEqual([200, expect.objectContaining({ page: 1 })]);
    }
    expect(await refused('DELETE', `codes/${code.id}`)).toEqual([409, 'tax_record_in_use']);
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect((await admin.call('DELETE', `/tax/codes/${code.id}`)).status).toBe(204);
    expect((await admin.call('GET', path)).status).toBe(404);
  });

  test('refuses what cannot be, by code and pointer', async () => {
    await standard();
    const { id: jurisdictionId } = await germany();
    expect(await refused('POST', 'codes', { code: 'standard', name: 'Again' })).toEqual([
      409,
      'tax_code_taken',
    ]);
    expect(
      await refused('POST', 'jurisdictions', { level: 'state', code: 'Bayern', name: 'Bavaria' }),
    ).toEqual([422, 'validation_failed', '/code', '/parentId']);
    const rate = { jurisdictionId, taxCode: 'standard', kind: 'vat', validFrom: '2021-01-01' };
    expect(await refused('POST', 'rates', { ...rate, rate: '101' })).toEqual([
      422,
      'validation_failed',
      '/rate',
    ]);
    // What leaves the country is decided by the sale, and is no kind of a rate.
    const exported = await refused('POST', 'rates', { ...rate, rate: '0', kind: 'export' });
    expect(exported).toEqual([422, 'validation_failed', '/kind']);
    await make('rates', { ...rate, rate: '19' });
    expect(await refused('POST', 'rates', { ...rate, rate: '7' })).toEqual([
      409,
      'tax_rate_overlaps',
    ]);
    expect(
      await refused('POST', 'exemptions', {
        accountId: newId(),
        certificate: '1',
        validFrom: '2026-01-01',
      }),
    ).toEqual([422, 'reference_not_found', '/accountId']);
  });

  test('of one company is not found by another', async () => {
    const { id } = await standard();
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', `/tax/codes/${id}`)).status).toBe(404);
    expect((await stranger.call('DELETE', `/tax/codes/${id}`)).status).toBe(404);
  });
});

describe('calculating', () => {
  test('by the starter set: lines, jurisdictions, groups, totals', async () => {
    const seed = await admin.call('POST', '/tax/seed', { body: { countries: ['IN'] } });
    expect(seed.body).toMatchObject({ countries: ['IN'], jurisdictions: 1, codes: 11 });
    await make('codes', { code: 'rateless', name: 'Without a rate' });
    const { status, body } = await admin.call('POST', '/tax/calculate', {
      body: {
        currency: 'INR',
        date: '2026-03-01',
        shipFrom: { country: 'IN', region: 'KA' },
        shipTo: { country: 'IN', region: 'KA' },
        lines: [
          { amount: '99.99', taxCode: 'gst-18', quantity: '3' },
          { amount: 50, taxCode: 'rateless', taxRate: '3' },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      engine: 'built_in',
      lines: [
        {
          net: '99.99',
          tax: '18.00',
          taxRate: '18',
          fallback: false,
          taxes: [
            { jurisdiction: 'IN', kind: 'gst_cgst', rate: '9', taxable: '99.99', tax: '9.00' },
            { jurisdiction: 'IN', kind: 'gst_sgst', rate: '9', taxable: '99.99', tax: '9.00' },
          ],
        },
        { net: '50.00', tax: '1.50', taxRate: '3', fallback: true },
      ],
      taxGroups: [{ exactTax: '8.9991', tax: '9.00' }, { exactTax: '8.9991' }, { tax: '1.50' }],
      subtotal: '149.99',
      taxTotal: '19.50',
      total: '169.49',
    });
  });

  test('splits prices that include tax back, gross preserved', async () => {
    await admin.call('POST', '/tax/seed', { body: { countries: ['DE'] } });
    const { body } = await admin.call('POST', '/tax/calculate', {
      body: {
        currency: 'EUR',
        shipTo: { country: 'DE' },
        pricesIncludeTax: true,
        lines: [{ amount: '119.00' }, { amount: '0.01' }],
      },
    });
    expect(body).toMatchObject({ date: '2026-03-02', total: '119.01', taxTotal: '19.00' });
  });

  test('refuses a body that is not one', async () => {
    expect(await refused('POST', 'calculate', { currency: 'EUR', lines: [] })).toEqual([
      422,
      'validation_failed',
      '/lines',
      '/shipTo',
    ]);
    expect(
      await refused('POST', 'calculate', {
        currency: 'JPY',
        shipTo: { country: 'JP' },
        lines: [{ amount: '1.5' }],
      }),
    ).toEqual([422, 'validation_failed', '/lines/0/amount']);
  });

  test('refuses a country the starter set has nothing of', async () => {
    expect(await refused('POST', 'seed', { countries: ['XX'] })).toEqual([
      422,
      'validation_failed',
      '/countries',
    ]);
  });
});

describe('an address', () => {
  test('is brought into form, or its problems are named', async () => {
    const check = (body: Body) => admin.call('POST', '/tax/addresses/validate', { body });
    const good = await check({ country: 'us', region: 'us-ca', postalCode: '94536' });
    expect(good.body).toMatchObject({
      valid: true,
      address: { country: 'US', region: 'CA', postalCode: '94536' },
      problems: [],
    });
    const bad = await check({ country: 'DE', postalCode: '1' });
    expect(bad.body).toMatchObject({ valid: false, problems: [{ pointer: '/postalCode' }] });
  });
});

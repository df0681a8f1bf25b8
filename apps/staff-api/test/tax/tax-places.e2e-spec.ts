import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Shop } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

describe('the place of a line', () => {
  it('stays a draft where the address names no state, and is taxed once it does', async () => {
    const texas = { line1: '1 Main St', city: 'Austin', postalCode: '78701', country: 'US' };
    const states = await Shop.plain({ t, api });
    await states.must('PATCH', '/company', { address: { ...texas, region: 'TX' } });
    await states.must('POST', '/tax/seed', { countries: ['US'] });
    const { id, lines } = await states.draft(await states.customer(texas), {}, { taxRate: '8' });
    expect(lines).toMatchObject([
      { taxCategory: null, taxReason: 'place_unknown', tax: '0.00' },
      { taxCategory: 'S', taxReason: 'line_rate', tax: '8.00' },
    ]);
    const refused = await states.ask('POST', `/invoices/${id}/send`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tax_undetermined', errors: [{ pointer: '/lines/0', code: 'place_unknown' }] },
    });
    expect((await states.ask('GET', '/tax/undetermined-lines')).body).toMatchObject({
      data: [{ invoiceId: id, country: 'US', reason: 'place_unknown' }],
    });
    const placed = await states.customer({ ...texas, region: 'tx' });
    expect(await states.sent(placed, {})).toMatchObject({ status: 'sent', taxTotal: '6.25' });
  });

  it('is outside the Union in parts of its member states, or under a neighbour’s tax', async () => {
    const shop = await Shop.open({ t, api }, ['DE', 'ES', 'FR', 'GB']);
    const registered = ['DE', 'FR', 'GB'].map((country) => ({ country, number: country }));
    await shop.must('PATCH', '/company', { taxRegistrations: registered });
    const line1 = 'Calle 1';
    const sold = async (place: object) => {
      const accountId = await shop.customer({ line1, ...place });
      const productId = await shop.product('goods');
      const { lines } = await shop.sent(accountId, { productId }, {});
      return lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);
    };
    const abroad = [
      ['G', 'export', '0.00'],
      ['O', 'service_abroad', '0.00'],
    ];
    expect(await sold({ city: 'Arucas', postalCode: '35400', country: 'ES' })).toEqual(abroad);
    expect(await sold({ city: 'Vaduz', postalCode: '9490', country: 'LI' })).toEqual(abroad);
    const taxed = ['S', 'taxed', '20.00'];
    expect(await sold({ city: 'Monaco', postalCode: '98000', country: 'MC' })).toEqual([
      taxed,
      taxed,
    ]);
    expect(await sold({ city: 'Douglas', postalCode: 'IM1 1AA', country: 'IM' })).toEqual([
      taxed,
      taxed,
    ]);
  });
});

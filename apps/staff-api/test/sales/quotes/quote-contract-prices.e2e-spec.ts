import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { done, made } from '../../objects/objects-support.js';
import { aPlan, anAccount } from '../sales-support.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Quoted {
  readonly lines: readonly { readonly unitPrice: string | null; readonly priceSource: string }[];
}

test('what recurs costs what an active contract of the account says of its period', async () => {
  const { admin } = api;
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '19.99' }] });
  const { productId } = await done<{ productId: string }>(admin, 'GET', `/plans/${plan.id}`);
  const book = { name: 'Standard', currency: 'EUR', isDefault: true };
  const { id: bookId } = await made(admin, '/pricebooks', book);
  const entry = { productId, minQuantity: '1', unitPrice: '25.00' };
  await made(admin, `/pricebooks/${bookId}/entries`, entry);
  const [account, other] = [await anAccount(admin), await anAccount(admin)];
  const contract = await made(admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  });
  const line = (over: object) => ({ productId, taxRate: '19', ...over });
  const quoted = async (accountId: string, more: object = {}) => {
    const { lines } = (await made(admin, '/quotes', {
      accountId,
      currency: 'EUR',
      lines: [
        line({ kind: 'recurring', frequency: 'monthly' }),
        line({ kind: 'recurring', frequency: 'annually' }),
        line({ kind: 'one_off' }),
      ],
      ...more,
    })) as unknown as Quoted;
    return lines.map(({ unitPrice, priceSource }) => `${unitPrice} ${priceSource}`);
  };
  const listed = '25.00 default_price_book';
  expect(await quoted(account.id)).toEqual([listed, listed, listed]);
  await done(admin, 'POST', `/contracts/${contract.id}/activate`);
  await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    items: [{ planId: plan.id, unitPrice: '17.50' }],
  });
  expect(await quoted(account.id)).toEqual(['17.50 contract', listed, listed]);
  expect(await quoted(other.id)).toEqual([listed, listed, listed]);
  expect(await quoted(account.id, { pricingDate: '2027-01-01' })).toEqual([listed, listed, listed]);
  // Renewed before its end, it says so until then as well.
  await done(admin, 'POST', `/contracts/${contract.id}/renew`);
  for (const pricingDate of ['2026-01-01', '2026-12-31', '2027-01-01']) {
    const prices = await quoted(account.id, { pricingDate });
    expect(prices).toEqual(['17.50 contract', listed, listed]);
  }
});

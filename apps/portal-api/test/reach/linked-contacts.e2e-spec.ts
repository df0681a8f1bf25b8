import type { AccountId } from '@quittance/kernel';
import { type CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { putCart, ShopStage } from '../shop/shop-stage.js';

let shop: ShopStage;
let acme: CustomerStage;
let accountId: AccountId;
let product: { id: string; sku: string };

beforeAll(async () => {
  shop = await ShopStage.open();
  acme = shop.acme;
  accountId = await shop.account('Acme');
  product = await shop.product({ 1: '10.00' });
});
afterAll(() => shop.close());

interface Linked {
  readonly who: PortalClient;
  readonly contactId: string;
}

/** Somebody who is a contact of their account. */
async function linked(lastName: string): Promise<Linked> {
  const who = await acme.person({ partyId: accountId, role: 'Admin', name: lastName });
  const contactId = await acme.contact(accountId, lastName);
  await shop.patch(`/portal-users/${who.signed.user.id}`, { contactId });
  return { who, contactId };
}

const deleted = async ({ contactId }: Linked) => {
  expect((await acme.staff.call('DELETE', `/contacts/${contactId}`)).status).toBe(204);
};
const moved = async ({ contactId }: Linked) => {
  await shop.patch(`/contacts/${contactId}`, { accountId: await shop.account('Beta') });
};

async function openedCase({ who }: Linked): Promise<[string, unknown]> {
  const body = { subject: 'It does not work', description: 'At all' };
  const answer = await who.call('POST', '/cases', { body });
  const { id } = answer.body as { id: string };
  const seen = await acme.staff.call('GET', `/cases/${id}`);
  return [codeOf(answer), (seen.body as { contactId: unknown }).contactId];
}

async function checkedOut({ who }: Linked): Promise<string> {
  const { priceToken } = await putCart(who, [[product, '1']]);
  return codeOf(await who.call('POST', '/cart/checkout', { body: { priceToken } }));
}

async function asked({ who }: Linked): Promise<string> {
  const body = { lines: [{ productId: product.id, quantity: '5' }] };
  const { id } = (await who.call('POST', '/quote-requests', { body })).body as { id: string };
  expect(codeOf(await who.call('POST', `/quote-requests/${id}/submit`))).toBe('200');
  return id;
}

async function quoted(id: string): Promise<[string, unknown]> {
  const answer = await acme.staff.call('POST', `/self-service-quotes/${id}/quote`, { body: {} });
  const { quoteId } = answer.body as { quoteId: string };
  const quote = await acme.staff.call('GET', `/quotes/${quoteId}`);
  return [codeOf(answer), (quote.body as { contactId: unknown }).contactId];
}

describe('a user who is a contact of the account', () => {
  it('asks as the contact', async () => {
    const ada = await linked('Ada');
    expect(await openedCase(ada)).toEqual(['201', ada.contactId]);
    expect(await quoted(await asked(ada))).toEqual(['200', ada.contactId]);
  });

  it.each([
    ['deleted', deleted],
    ['another account’s', moved],
  ])('goes on as nobody of them once the contact is %s', async (_, change) => {
    const bo = await linked('Bo');
    const [before, first] = [await openedCase(bo), await asked(bo)];
    expect(before).toEqual(['201', bo.contactId]);
    await change(bo);
    expect(await openedCase(bo)).toEqual(['201', null]);
    expect(await checkedOut(bo)).toBe('201');
    expect(await quoted(await asked(bo))).toEqual(['200', null]);
    expect(await quoted(first)).toEqual(['200', null]);
  });
});

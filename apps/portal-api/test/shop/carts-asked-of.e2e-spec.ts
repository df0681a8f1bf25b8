import { signInAt } from '@quittance/http/testing';
import type { UserId } from '@quittance/kernel';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { PortalClient } from '../portal-people.js';
import { putCart, ShopStage, type SeenCart } from './shop-stage.js';

let shop: ShopStage;
let A: string;
let ada: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
  A = await shop.account('Acme');
});
beforeEach(async () => {
  ada = await shop.acme.person({ partyId: A, role: 'Admin' });
});
afterAll(() => shop.close());

interface Request {
  readonly id: string;
  readonly notes: string | null;
  readonly preferredDeliveryDate: string | null;
  readonly estimatedTotal: string;
  readonly lines: readonly { readonly note: string | null }[];
}
interface Quoted {
  readonly quoteId: string;
}
const DAY = '2099-03-01';
const asking = (body: object = {}) => ada.call('POST', '/cart/request-quote', { body });
const asked = async (body: object = {}) => (await asking(body)).body as Request;

/** Somebody of the company who makes quotes, at the prices of their customers alone. */
async function clerkWithoutPrices(): Promise<Pick<StaffClient, 'call'>> {
  const { acme, stage } = shop;
  const role = await acme.made('/roles', {
    name: 'Clerk',
    matrix: { 'self-service-quotes': ['view', 'update'], quotes: ['view', 'create'] },
    fields: { quotes: { unitPrice: 'read_only' } },
  });
  const body = { email: 'clerk@example.com', name: 'Clerk', roleIds: [role.id] };
  const { id } = await acme.made('/users', body);
  const clerk = stage.staff.client(acme.people.ctx.companyId, id as UserId);
  await clerk.signedIn;
  signInAt(stage.staff.app);
  return clerk;
}

describe('a quote that is asked for a cart', () => {
  it('is asked with all that the cart says', async () => {
    const product = await shop.product({ '0': '10.00' });
    const place = { label: 'Hall', line1: 'Hafen 3', postalCode: '24103', city: 'Kiel' };
    const body = { ...place, recipient: 'Gate 4', country: 'DE' };
    const { id } = (await ada.call('POST', '/addresses', { body })).body as { id: string };
    const { id: productId } = product;
    const lines = [
      { productId, quantity: '1', note: 'Blue', deliverOn: DAY },
      { productId, quantity: '1', deliverOn: DAY },
      { productId, quantity: '1' },
    ];
    const head = { poNumber: 'PO-7', deliveryAddressId: id, requestedDeliveryDate: '2099-04-01' };
    const fill = () => ada.call('PUT', '/cart', { body: { lines, ...head, notes: 'By May' } });
    expect((await fill()).status).toBe(200);
    const made = await asked();
    expect(made.lines.map(({ note }) => note)).toEqual([`Blue\n→ ${DAY}`, `→ ${DAY}`, null]);
    const more = 'PO number: PO-7\nDelivery address: Gate 4, Hafen 3, 24103 Kiel, DE';
    expect([made.notes, made.preferredDeliveryDate]).toEqual([`By May\n${more}`, '2099-04-01']);
    await fill();
    const other = await asked({ notes: 'Urgent', preferredDeliveryDate: null });
    expect([other.notes, other.preferredDeliveryDate]).toEqual([`Urgent\n${more}`, null]);
    await fill();
    expect(await asking({ notes: 'x'.repeat(5000) })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/notes', code: 'max' }] },
    });
    expect((await asked({ notes: null })).notes).toBe(more);
  });

  it('says nothing more where the cart does not', async () => {
    const product = await shop.product({ '0': '10.00' });
    await putCart(ada, [[product, '1']]);
    expect((await asked()).notes).toBeNull();
    await putCart(ada, [[product, '1']]);
    expect((await asked({ notes: 'x'.repeat(5000) })).notes).toHaveLength(5000);
  });

  it('is quoted at the tiers that the cart showed', async () => {
    const product = await shop.product({ '1': '10.00', '10': '9.00', '100': '7.50' });
    const cart: SeenCart = await putCart(ada, [
      [product, '60'],
      [product, '40'],
    ]);
    const request = await asked();
    const path = `/self-service-quotes/${request.id}`;
    const taken = (await shop.acme.staff.call('GET', path)).body;
    expect([cart.subtotal, taken]).toMatchObject(['750.00', { estimatedTotal: '750.00' }]);
    const clerk = await clerkWithoutPrices();
    const { quoteId } = (await clerk.call('POST', `${path}/quote`)).body as Quoted;
    const quote = (await shop.acme.staff.call('GET', `/quotes/${quoteId}`)).body;
    expect(quote).toMatchObject({ subtotal: cart.subtotal, total: cart.total });
  });
});

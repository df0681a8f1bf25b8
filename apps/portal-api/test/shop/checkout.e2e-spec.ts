import { newId } from '@quittance/kernel';
import { storefrontInvariants } from '@quittance/storefront/host';
import fc from 'fast-check';
import { refuseViolated } from '@quittance/credit/testing';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { cartOf, putCart, REDUCED, ShopStage, type SeenCart } from './shop-stage.js';

let shop: ShopStage;
let A: string;
let ada: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
});
beforeEach(async () => {
  A = await shop.account('Acme');
  ada = await shop.acme.person({ partyId: A, role: 'Admin' });
});
afterAll(() => shop.close());

interface Order {
  readonly id: string;
  readonly status: string;
  readonly total: string;
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}
interface CheckedOut {
  readonly outcome: string;
  readonly order: Order;
  readonly approval?: { readonly id: string };
  readonly priceDropped?: string;
}
const checkOut = (who: PortalClient, { priceToken }: Pick<SeenCart, 'priceToken'>, more = {}) =>
  who.call('POST', '/cart/checkout', { body: { priceToken, ...more } });
const ordered = async (who: PortalClient, cart: SeenCart, more = {}): Promise<CheckedOut> => {
  const answer = await checkOut(who, cart, more);
  if (answer.status !== 201) throw new Error(`${codeOf(answer)} ${JSON.stringify(answer.body)}`);
  return answer.body as CheckedOut;
};
const ordersOf = async (who: PortalClient) =>
  ((await who.call('GET', '/orders')).body as { data: Order[] }).data;

describe('checking out', () => {
  it('orders the cart as it was shown, and empties it', async () => {
    const product = await shop.product({ '0': '33.333333' });
    const cart = await putCart(ada, [[product, '3']], { poNumber: 'PO-7', notes: 'By the gate' });
    expect([cart.subtotal, cart.taxTotal, cart.total]).toEqual(['100.00', '19.00', '119.00']);
    const { outcome, order } = await ordered(ada, cart);
    expect([outcome, order]).toMatchObject([
      'placed',
      { status: 'pending', total: '119.00', poNumber: 'PO-7', notes: 'By the gate' },
    ]);
    expect(order.lines).toMatchObject([{ productId: product.id, ordered: '3', net: '100.00' }]);
    const after = await cartOf(ada);
    expect([after.lines, after.version]).toEqual([[], cart.version + 1]);
    expect((await ordersOf(ada)).map(({ id }) => id)).toEqual([order.id]);
  });

  it('is taxed where its products are supplied', async () => {
    const place = { level: 'country', code: 'AT', name: 'Austria', parentId: null };
    const { id: jurisdictionId } = await shop.acme.made('/tax/jurisdictions', place);
    await shop.acme.made('/tax/codes', { code: 'room', name: 'Room', kind: 'immovable' });
    const of = { taxCode: 'room', kind: 'vat', rate: '10', validFrom: '2020-01-01' };
    await shop.acme.made('/tax/rates', { ...of, jurisdictionId });
    const room = { type: 'service', taxCode: 'room', supplyAddress: { country: 'AT' } };
    const cart = await putCart(ada, [[await shop.product({ '0': '100.00' }, room), '1']]);
    const { order } = await ordered(ada, cart);
    expect([cart.taxTotal, order.taxTotal]).toEqual(['10.00', '10.00']);
  });

  it('shows the order to whoever placed it, with level own too', async () => {
    const product = await shop.product({ '0': '1.00' });
    const [bo, cy] = await Promise.all(
      ['own', 'own'].map((accessLevel) =>
        shop.acme.person({ partyId: A, accessLevel: accessLevel as 'own' }),
      ),
    );
    const { order } = await ordered(bo!, await putCart(bo!, [[product, '1']]));
    expect((await ordersOf(bo!)).map(({ id }) => id)).toEqual([order.id]);
    expect(await ordersOf(cy!)).toEqual([]);
  });

  it('orders a version once, whatever the key', async () => {
    const product = await shop.product({ '0': '10.00' });
    const cart = await putCart(ada, [[product, '2']]);
    const { order } = await ordered(ada, cart);
    const again = await checkOut(ada, cart);
    expect([again.status, (again.body as CheckedOut).order.id]).toEqual([200, order.id]);
    const next = await putCart(ada, [[product, '1']]);
    expect((await checkOut(ada, cart)).status).toBe(200);
    expect((await ordered(ada, next)).order.id).not.toBe(order.id);
    expect(await ordersOf(ada)).toHaveLength(2);
  });

  it('is not shown again to who may see less by now, and nothing is ordered twice', async () => {
    const product = await shop.product({ '0': '10.00' });
    const cart = await putCart(ada, [[product, '2']]);
    const { priceToken } = cart;
    const send = () =>
      ada.call('POST', '/cart/checkout', {
        body: { priceToken },
        headers: { 'idempotency-key': 'an-order-of-ada' },
      });
    const first = await send();
    expect([first.status, (await send()).body]).toEqual([201, first.body]);
    const path = `/portal-users/${ada.signed.user.id}`;
    for (const less of [
      { permissions: { seePricing: false } },
      { permissions: { seePricing: true }, accessLevel: 'own' },
    ]) {
      expect((await shop.acme.staff.call('PATCH', path, { body: less })).status).toBe(200);
      const again = await send();
      expect(codeOf(again)).toBe('409 idempotency_rights_changed');
      expect(besidesIds(again.body)).not.toMatch(/23[.,]80/);
    }
    await shop.acme.staff.call('PATCH', path, { body: { accessLevel: 'account' } });
    expect((await send()).body).toEqual(first.body);
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  it('makes one order of twenty that are sent at once', async () => {
    const product = await shop.product({ '0': '10.00' });
    const cart = await putCart(ada, [[product, '2']]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkOut(ada, cart)));
    // One is worked on and one waits; who comes meanwhile is to come again.
    const [done, early] = [200, 503].map((from) =>
      answers.filter(({ status }) => status >= from && status < from + 100),
    );
    expect(done?.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(done?.map(({ body }) => (body as CheckedOut).order.id)).size).toBe(1);
    expect(early?.length).toBeGreaterThan(10);
    expect(new Set(early?.map(codeOf))).toEqual(new Set(['503 cart_busy']));
    expect(early?.[0]?.headers.get('retry-after')).toBe('1');
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  it('is never for more than was shown, and for less where it has become less', async () => {
    const product = await shop.product({ '0': '500.00' });
    const cart = await putCart(ada, [[product, '1']]);
    await shop.reprice(product.id, '520.00');
    const refused = await checkOut(ada, cart);
    expect(codeOf(refused)).toBe('409 price_changed');
    const { cart: shown } = refused.body as { cart: SeenCart };
    expect(shown).toMatchObject({ subtotal: '520.00', version: cart.version });
    expect(await ordersOf(ada)).toEqual([]);
    await shop.reprice(product.id, '480.00');
    const { order, priceDropped } = await ordered(ada, shown);
    expect([order.subtotal, priceDropped]).toEqual(['480.00', '40.00']);
    const repeated = await checkOut(ada, shown);
    expect([repeated.status, (repeated.body as CheckedOut).priceDropped]).toEqual([200, '40.00']);
  });

  it('goes to the address that was chosen, and stays on its way there', async () => {
    const product = await shop.product({ '0': '10.00' });
    const place = { line1: 'Hafen 3', city: 'Kiel', country: 'DE' };
    const keep = async (label: string, by = ada) => {
      const body = { label, recipient: 'Gate 4', ...place };
      return ((await by.call('POST', '/addresses', { body })).body as { id: string }).id;
    };
    const [hall, yard] = [await keep('Hall'), await keep('Yard')];
    const deliveryAddressId = hall;
    const cart = await putCart(ada, [[product, '1']], { deliveryAddressId });
    expect(await cartOf(ada)).toMatchObject({ deliveryAddressId });
    const { order } = await ordered(ada, cart);
    const shipTo = { recipient: 'Gate 4', ...place };
    expect(order).toMatchObject({ shipTo });
    expect(await cartOf(ada)).toMatchObject({ deliveryAddressId: null });
    await ada.call('DELETE', `/addresses/${hall}`);
    await shop.patch(`/sales-orders/${order.id}`, { internalNotes: 'Looked at' });
    const staff = await shop.acme.staff.call('GET', `/sales-orders/${order.id}`);
    expect(staff.body).toMatchObject({ shipTo, internalNotes: 'Looked at' });
    const other = await putCart(ada, [[product, '1']], { deliveryAddressId: yard });
    const home = await ordered(ada, other, { deliveryAddressId: null });
    expect(home.order).toMatchObject({ shipTo: { line1: null } });
    expect(home.order).not.toHaveProperty('shipTo.recipient');
  });

  it('goes to any address where the company takes such, and to none where not', async () => {
    const product = await shop.product({ '0': '10.00' });
    const deliveryAddress = { line1: 'Am Deich 1', city: 'Husum', country: 'DE' };
    const lines = [{ productId: product.id, quantity: '1' }];
    const put = (more: object) => ada.call('PUT', '/cart', { body: { lines, ...more } });
    expect(codeOf(await put({ deliveryAddress }))).toBe('422 free_address_not_taken');
    const plain = await putCart(ada, [[product, '1']]);
    expect(codeOf(await checkOut(ada, plain, { deliveryAddress }))).toBe(
      '422 free_address_not_taken',
    );
    await shop.patch('/portal-settings', { freeDeliveryAddress: true });
    const nowhere = await put({ deliveryAddress: { ...deliveryAddress, country: 'XX' } });
    expect(nowhere.body).toMatchObject({ errors: [{ pointer: '/deliveryAddress/country' }] });
    const both = await put({ deliveryAddress, deliveryAddressId: newId() });
    expect(codeOf(both)).toBe('422 validation_failed');
    const cart = await putCart(ada, [[product, '1']], { deliveryAddress });
    expect(await cartOf(ada)).toMatchObject({
      deliveryAddress: { ...deliveryAddress, line2: null },
    });
    const { order } = await ordered(ada, cart);
    expect(order).toMatchObject({ shipTo: deliveryAddress });
    await shop.patch('/portal-settings', { freeDeliveryAddress: false });
  });

  it('goes to no address of others, nor to one that was taken away', async () => {
    const product = await shop.product({ '0': '10.00' });
    const rival = await shop.acme.person({ partyId: await shop.account('Rival'), role: 'Admin' });
    const place = { label: 'Hall', line1: 'Hafen 3', city: 'Kiel', country: 'DE' };
    const keep = async (by: PortalClient) =>
      ((await by.call('POST', '/addresses', { body: place })).body as { id: string }).id;
    const [theirs, own] = [await keep(rival), await keep(ada)];
    const cart = await putCart(ada, [[product, '1']], { deliveryAddressId: own });
    await ada.call('DELETE', `/addresses/${own}`);
    const lines = [{ productId: product.id, quantity: '1' }];
    const put = (deliveryAddressId: string) =>
      ada.call('PUT', '/cart', { body: { lines, deliveryAddressId } });
    const answers = [await put(theirs), await put(own), await put(newId())];
    answers.push(
      await checkOut(ada, cart),
      await checkOut(ada, cart, { deliveryAddressId: theirs }),
    );
    for (const answer of answers) {
      expect(codeOf(answer)).toBe('422 reference_not_found');
      expect(answer.body).toMatchObject({ errors: [{ pointer: '/deliveryAddressId' }] });
    }
    expect(await ordersOf(ada)).toEqual([]);
    expect((await checkOut(ada, cart, { deliveryAddressId: null })).status).toBe(201);
  });

  it('leaves carts that agree with their orders, and one that does not is found', async () => {
    const { stage, acme } = shop;
    const check = () => refuseViolated(stage.t, acme.people.ctx, storefrontInvariants);
    await ordered(ada, await putCart(ada, [[await shop.product({ '0': '1.00' }), '1']]));
    await check();
    await stage.t.db.write(acme.people.ctx, (tx) =>
      tx.run('update storefront.cart set version = 1 where company_id = $1 and account_id = $2', [
        acme.people.ctx.companyId,
        A,
      ]),
    );
    await expect(check()).rejects.toThrow('I37b');
  });

  it('refuses what is not as it was looked at, or cannot be ordered', async () => {
    const product = await shop.product({ '0': '1.00' });
    const asked = await shop.product();
    const codes = async (lines: Parameters<typeof putCart>[1]) =>
      codeOf(await checkOut(ada, await putCart(ada, lines)));
    expect(await codes([])).toBe('422 cart_empty');
    expect(
      await codes([
        [product, '1'],
        [asked, '1'],
      ]),
    ).toBe('422 price_on_request');
    const old = await putCart(ada, [[product, '1']]);
    await putCart(ada, [[product, '2']]);
    expect(codeOf(await checkOut(ada, old))).toBe('409 cart_changed');
    const cart = await cartOf(ada);
    await shop.patch(`/products/${product.id}`, { inCatalogue: false });
    const gone = await checkOut(ada, cart);
    expect([codeOf(gone), (gone.body as { errors: object[] }).errors]).toMatchObject([
      '422 cart_line_unavailable',
      [{ pointer: '/lines/0' }],
    ]);
    expect(codeOf(await checkOut(ada, { priceToken: 'nonsense' }))).toBe('422 validation_failed');
    const bo = await shop.acme.person({ partyId: A });
    expect(codeOf(await checkOut(bo, cart))).toBe('422 validation_failed');
    const di = await shop.acme.person({ partyId: A, without: ['placeOrders'] });
    expect(codeOf(await checkOut(di, await cartOf(di)))).toBe('403 permission_denied');
    expect(await ordersOf(ada)).toEqual([]);
  });

  it('has what the company asks for', async () => {
    const product = await shop.product({ '0': '1.00' });
    await shop.patch('/portal-settings', { poNumberRequired: true, termsRequired: true });
    const cart = await putCart(ada, [[product, '1']]);
    const terms = { termsAccepted: true };
    const said = [terms, { poNumber: 'PO' }, { poNumber: 'PO', ...terms }];
    const codes: string[] = [];
    for (const each of said) codes.push(codeOf(await checkOut(ada, cart, each)));
    await shop.patch('/portal-settings', { poNumberRequired: false, termsRequired: false });
    expect(codes).toEqual(['422 po_number_required', '422 terms_required', '201']);
  });

  it('waits for a colleague above the limit of whoever orders', async () => {
    const product = await shop.product({ '0': '100.00' });
    const bo = await shop.acme.person({ partyId: A, approvalLimit: '119.00' });
    const ada2 = await shop.account('Alone');
    const lone = await shop.acme.person({ partyId: ada2, approvalLimit: '0' });
    expect((await ordered(bo, await putCart(bo, [[product, '1']]))).outcome).toBe('placed');
    const cart = await putCart(bo, [[product, '2']]);
    const { outcome, order, approval } = await ordered(bo, cart);
    expect([outcome, order.status]).toEqual(['awaiting_approval', 'draft']);
    expect((await checkOut(bo, cart)).body).toMatchObject({ outcome, approval });
    const staff = await shop.acme.staff.call('POST', `/sales-orders/${order.id}/confirm`, {
      body: {},
    });
    expect(codeOf(staff)).toBe('409 awaiting_customer_approval');
    await shop.acme.made(`/sales-orders/${order.id}/cancel`, { reason: 'Not needed' });
    const after = (await checkOut(bo, cart)).body as { approval?: object };
    expect([after, after.approval]).toMatchObject([{ outcome: 'cancelled' }, undefined]);
    const alone = await checkOut(lone, await putCart(lone, [[product, '1']]));
    expect(codeOf(alone)).toBe('422 no_approver_available');
    expect((await cartOf(lone)).lines).toHaveLength(1);
  });

  it('asks credit, which may have to agree, and keeps the cart where it does not', async () => {
    const product = await shop.product({ '0': '100.00' });
    await shop.acme.made('/credit-holds', { accountId: A, strength: 'soft', reason: 'manual' });
    const soft = await ordered(ada, await putCart(ada, [[product, '1']]));
    expect([soft.outcome, soft.order.status]).toEqual(['awaiting_credit', 'pending_approval']);
    await shop.acme.made('/credit-holds', { accountId: A, strength: 'hard', reason: 'manual' });
    const cart = await putCart(ada, [[product, '1']]);
    const hard = await checkOut(ada, cart);
    expect(codeOf(hard)).toBe('422 credit_hold_hard');
    expect((hard.body as { detail: string }).detail).not.toContain('manual');
    expect([(await cartOf(ada)).version, await ordersOf(ada)]).toMatchObject([
      cart.version,
      [{ id: soft.order.id }],
    ]);
  });

  it('tells neither prices nor orders to those who may see none', async () => {
    const product = await shop.product({ '0': '100.00' });
    const blind = await shop.acme.person({ partyId: A, without: ['seePricing', 'viewOrders'] });
    const cart = await putCart(blind, [[product, '1']]);
    await shop.reprice(product.id, '120.00');
    const refused = await checkOut(blind, cart);
    expect(codeOf(refused)).toBe('409 price_changed');
    const { cart: shown } = refused.body as { cart: SeenCart };
    expect(besidesIds({ ...shown, priceToken: '' })).not.toMatch(/subtotal|unitPrice|120/);
    await shop.reprice(product.id, '90.00');
    expect((await checkOut(blind, shown)).body).toEqual({ outcome: 'placed' });
  });

  it('comes to what the cart came to, whatever is in it', async () => {
    const products = await Promise.all([
      shop.product({ '0': '0.333333' }),
      shop.product({ '0': '19.99', '5': '17.49' }),
      shop.product({ '0': '0.01' }, { taxCode: REDUCED }),
      shop.product({ '1': '7.777777', '3': '7.123456' }, { taxCode: REDUCED }),
    ]);
    const quantity = fc.integer({ min: 1, max: 40 }).map((n) => String(n / 4 + 1));
    const lines = fc.array(fc.tuple(fc.constantFrom(...products), quantity), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(lines, async (said) => {
        const cart = await putCart(ada, said);
        const { order } = await ordered(ada, cart);
        const amounts = ({ subtotal, taxTotal, total, lines: all }: Order | SeenCart) => [
          [subtotal, taxTotal, total],
          all.map(({ net, tax, total: each }) => [net, tax, each]),
        ];
        expect(amounts(order)).toEqual(amounts(cart));
      }),
      { numRuns: 6 },
    );
  });
});

describe('asking a quote for a cart', () => {
  it('hands it over once, with what has no price, and empties the cart', async () => {
    const [priced, asked] = [await shop.product({ '0': '10.00' }), await shop.product()];
    await putCart(
      ada,
      [
        [priced, '2'],
        [asked, '3'],
      ],
      { notes: 'By May' },
    );
    const request = () => ada.call('POST', '/cart/request-quote', { body: {} });
    const answer = await request();
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        status: 'submitted',
        notes: 'By May',
        lines: [
          { productId: priced.id, quantity: '2' },
          { productId: asked.id, quantity: '3' },
        ],
      },
    ]);
    expect(codeOf(await request())).toBe('422 cart_empty');
    const cart = await putCart(ada, [[priced, '1']]);
    await shop.patch(`/products/${priced.id}`, { inCatalogue: false });
    expect(codeOf(await request())).toBe('422 cart_line_unavailable');
    await shop.patch(`/products/${priced.id}`, { inCatalogue: true });
    await shop.acme.made('/credit-holds', { accountId: A, strength: 'hard', reason: 'manual' });
    expect(codeOf(await request())).toBe('422 credit_hold_hard');
    expect((await cartOf(ada)).version).toBe(cart.version);
    const without = await shop.acme.person({ partyId: A, without: ['createQuotes'] });
    const refused = await without.call('POST', '/cart/request-quote', { body: {} });
    expect(codeOf(refused)).toBe('403 permission_denied');
  });
});

import { newId } from '@quittance/kernel';
import { codeOf, type PortalClient } from '../portal-people.js';
import { cartOf, putCart, ShopStage, type SeenCart } from './shop-stage.js';

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

const put = (who: PortalClient, body: object, headers = {}) =>
  who.call('PUT', '/cart', { body, headers });

describe('a cart', () => {
  it('is empty before anything was put into it', async () => {
    expect(await cartOf(ada)).toMatchObject({ id: null, version: 0, lines: [], total: '0.00' });
  });

  it('prices each product at the tier of all its lines', async () => {
    const product = await shop.product({ '1': '10.00', '10': '9.00', '100': '7.50' });
    const net = async (...quantities: string[]) =>
      (
        await putCart(
          ada,
          quantities.map((each) => [product, each] as const),
        )
      ).subtotal;
    expect([await net('99'), await net('100')]).toEqual(['891.00', '750.00']);
    const { lines, subtotal } = await putCart(ada, [
      [product, '60'],
      [product, '40'],
    ]);
    expect([lines.map((line) => line.net), subtotal]).toEqual([['450.00', '300.00'], '750.00']);
  });

  it('is what was said last, in absolute quantities', async () => {
    const [one, two] = [await shop.product({ '0': '1.00' }), await shop.product({ '0': '2.00' })];
    const first = await putCart(
      ada,
      [
        [one, '2'],
        [two, '1'],
      ],
      { poNumber: 'PO-1' },
    );
    const [line] = first.lines;
    const path = `/cart/lines/${String(line?.id)}`;
    const set = { body: { quantity: '5' } };
    await ada.call('PUT', path, set);
    const again = (await ada.call('PUT', path, set)).body as SeenCart;
    expect([again.subtotal, again.lines[0]?.quantity]).toEqual(['7.00', '5']);
    const id = newId();
    const body = { productId: two.id, quantity: '3' };
    const added = (await ada.call('PUT', `/cart/lines/${id}`, { body })).body as SeenCart;
    expect(added.lines.at(-1)).toMatchObject({ id, quantity: '3' });
    const removed = (await ada.call('DELETE', path)).body as SeenCart;
    expect([removed.lines.length, removed.subtotal]).toEqual([2, '8.00']);
    expect(codeOf(await ada.call('DELETE', path))).toBe('404 not_found');
    expect(codeOf(await ada.call('PUT', `/cart/lines/${newId()}`, set))).toBe('404 not_found');
    const emptied = (await ada.call('DELETE', '/cart')).body;
    expect(emptied).toMatchObject({ lines: [], poNumber: null });
  });

  it('is changed from the version that was looked at, where one is named', async () => {
    const product = await shop.product({ '0': '1.00' });
    const { version } = await putCart(ada, [[product, '1']]);
    const lines = [{ productId: product.id, quantity: '2' }];
    const named = { 'if-match': `"${version}"` };
    expect((await put(ada, { lines }, named)).status).toBe(200);
    expect(codeOf(await put(ada, { lines }, named))).toBe('409 cart_changed');
  });

  it('takes what is in the catalogue, as much of it as is sold', async () => {
    const sold = await shop.product({ '0': '1.00' }, { minimumQuantity: '10', quantityStep: '5' });
    const hidden = await shop.product({ '0': '1.00' }, { inCatalogue: false });
    const refused = async (productId: string, quantity: string) => {
      const { status, body } = await put(ada, { lines: [{ productId, quantity }] });
      const { code, errors } = body as { code: string; errors?: { pointer: string }[] };
      return `${status} ${code} ${errors?.[0]?.pointer}`;
    };
    const unavailable = '422 product_not_available /lines/0/productId';
    expect(await refused(hidden.id, '1')).toBe(unavailable);
    expect(await refused(newId(), '1')).toBe(unavailable);
    expect(await refused(sold.id, '9')).toBe('422 quantity_below_minimum /lines/0/quantity');
    expect(await refused(sold.id, '12')).toBe('422 quantity_step /lines/0/quantity');
    expect((await putCart(ada, [[sold, '15']])).subtotal).toBe('15.00');
    const lines = Array.from({ length: 501 }, () => ({ productId: sold.id, quantity: '10' }));
    expect(codeOf(await put(ada, { lines }))).toBe('422 cart_full');
  });

  it('keeps what is sold no more, and says so', async () => {
    const [gone, other] = [await shop.product({ '0': '3.00' }), await shop.product({ '0': '1' })];
    const { lines } = await putCart(ada, [
      [gone, '1'],
      [other, '1'],
    ]);
    await shop.patch(`/products/${gone.id}`, { active: false });
    const cart = await cartOf(ada);
    expect([cart.lines[0], cart.subtotal]).toMatchObject([
      { hindrance: 'product_not_available', unitPrice: null },
      '1.00',
    ]);
    const path = `/cart/lines/${String(lines[1]?.id)}`;
    expect((await ada.call('PUT', path, { body: { quantity: '2' } })).status).toBe(200);
  });

  it('tells how a price has become another since the quantity was said', async () => {
    const product = await shop.product({ '0': '10.00' });
    await putCart(ada, [[product, '1']]);
    expect((await cartOf(ada)).lines[0]?.changed).toBeNull();
    await shop.reprice(product.id, '12.00');
    expect((await cartOf(ada)).lines[0]?.changed).toEqual({ from: '10', to: '12' });
    const seen = await putCart(ada, [[product, '2']]);
    expect(seen.lines[0]?.changed).toBeNull();
  });

  it('is read, and cured, where a price takes a line above what a document holds', async () => {
    const [product, other] = [
      await shop.product({ '0': '10.00' }),
      await shop.product({ '0': '2.00' }),
    ];
    await putCart(ada, [
      [product, '1000000'],
      [other, '1'],
    ]);
    await shop.reprice(product.id, '10000001');
    const cart = await cartOf(ada);
    expect(cart.lines).toMatchObject([
      { hindrance: 'amount_too_large', net: null },
      { hindrance: null },
    ]);
    expect(cart.subtotal).toBe(cart.lines[1]?.net);
    const path = `/cart/lines/${String(cart.lines[0]?.id)}`;
    const still = await ada.call('PUT', path, { body: { quantity: '1000001' } });
    expect(still).toMatchObject({ status: 422, body: { errors: [{ code: 'max' }] } });
    const ordered = await ada.call('POST', '/cart/checkout', { body: {} });
    expect(ordered.status).toBe(422);
    expect((await ada.call('PUT', path, { body: { quantity: '1' } })).status).toBe(200);
    expect((await cartOf(ada)).lines[0]).toMatchObject({ hindrance: null, net: '10000001.00' });
  });

  it('is of its user alone, for an account in their reach', async () => {
    const product = await shop.product({ '0': '1.00' });
    const bo = await shop.acme.person({ partyId: A });
    const cart = await putCart(ada, [[product, '1']]);
    expect((await cartOf(bo)).lines).toEqual([]);
    const line = `/cart/lines/${String(cart.lines[0]?.id)}`;
    expect(codeOf(await bo.call('DELETE', line))).toBe('404 not_found');
    expect(codeOf(await bo.call('PUT', line, { body: { quantity: '9' } }))).toBe('404 not_found');
    const below = await shop.account('Acme North', A);
    const lines = [{ productId: product.id, quantity: '1' }];
    for (const accountId of [below, await shop.account('Rival'), newId()]) {
      expect(codeOf(await put(bo, { accountId, lines }))).toBe('422 reference_not_found');
      const read = await bo.call('GET', `/cart?accountId=${accountId}`);
      expect(codeOf(read)).toBe('422 reference_not_found');
    }
    const tess = await shop.acme.person({ partyId: A, accessLevel: 'account_tree' });
    expect((await put(tess, { accountId: below, lines })).status).toBe(200);
    expect((await cartOf(tess)).lines).toEqual([]);
    expect((await cartOf(tess, `?accountId=${below}`)).lines).toHaveLength(1);
  });

  it('has no price for those who may see none, and needs a right', async () => {
    const product = await shop.product({ '0': '10.00' });
    const blind = await shop.acme.person({ partyId: A, without: ['seePricing'] });
    const cart = await putCart(blind, [[product, '1']]);
    const names = [...Object.keys(cart), ...Object.keys(cart.lines[0] ?? {})];
    const prices = ['currency', 'subtotal', 'taxTotal', 'total', 'savings', 'taxes', 'net'];
    expect(names.filter((name) => [...prices, 'unitPrice', 'changed'].includes(name))).toEqual([]);
    expect(cart.priceToken.length).toBeGreaterThan(20);
    expect(Buffer.from(cart.priceToken, 'base64url').toString()).not.toContain('1000');
    // What a line may come to at the most tells no price by a quantity.
    const most = { pointer: '/lines/0/quantity', code: 'max' };
    for (const quantity of ['1000001', '999999999999']) {
      const huge = await put(blind, { lines: [{ productId: product.id, quantity }] });
      expect(huge).toMatchObject({ status: 422, body: { errors: [most] } });
    }
    expect(await putCart(blind, [[product, '1000000']])).toMatchObject({ lines: [{}] });
    const idle = await shop.acme.person({
      partyId: A,
      without: ['createQuotes', 'placeOrders'],
    });
    const refused = await idle.call('GET', '/cart');
    expect([codeOf(refused), refused.body]).toEqual([
      '403 permission_denied',
      expect.objectContaining({
        permission: 'createQuotes|placeOrders',
        detail:
          'This needs the right to create quotes (createQuotes) or to place orders (placeOrders).',
      }),
    ]);
  });

  it('does what is sent at once one by one, whole, and turns away what piles up', async () => {
    const product = await shop.product({ '0': '1.00' });
    const { lines } = await putCart(ada, [[product, '1']]);
    const path = `/cart/lines/${String(lines[0]?.id)}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        ada.call('PUT', path, { body: { quantity: String(i + 1) } }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    const early = answers.filter(({ status }) => status !== 200).map(codeOf);
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(new Set(early)).toEqual(new Set(['503 cart_busy']));
    const cart = await cartOf(ada);
    expect([cart.version, cart.lines.length]).toEqual([1 + done.length, 1]);
    const asked = done.map(({ body }) => (body as SeenCart).version);
    expect(new Set(asked).size).toBe(done.length);
  });
});

describe('a cart that credit refuses', () => {
  it('is refused twenty times a minute, and that of another as often', async () => {
    const account = await shop.account('Insistent');
    const person = () => shop.acme.person({ partyId: account, role: 'Admin' });
    const [bo, cy] = [await person(), await person()];
    const product = await shop.product({ '0': '10.00' });
    const hold = { accountId: account, strength: 'hard', reason: 'manual' };
    await shop.acme.made('/credit-holds', hold);
    const { priceToken } = await putCart(bo, [[product, '2']]);
    const send = (who: PortalClient, token: string) =>
      who.call('POST', '/cart/checkout', { body: { priceToken: token } });
    const codes: string[] = [];
    let answer = await send(bo, priceToken);
    for (; answer.status === 422 && codes.length < 30; answer = await send(bo, priceToken)) {
      codes.push(codeOf(answer));
    }
    expect([codes.length, new Set(codes)]).toEqual([20, new Set(['422 credit_hold_hard'])]);
    expect(codeOf(answer)).toBe('429 rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const theirs = await putCart(cy, [[product, '1']]);
    expect(codeOf(await send(cy, theirs.priceToken))).toBe('422 credit_hold_hard');
  });

  it('keeps the check that refuses a cart, which staff override for this cart alone', async () => {
    const { staff } = shop.acme;
    const account = await shop.account('Limited');
    const bo = await shop.acme.person({ partyId: account, role: 'Admin' });
    const checkOut = (who: PortalClient, { priceToken }: SeenCart) =>
      who.call('POST', '/cart/checkout', { body: { priceToken } });
    const product = await shop.product({ '0': '100.00' });
    const path = `/ledger-accounts/${await shop.ledgerAccount(account)}`;
    const limited = await staff.call('PATCH', path, {
      body: { creditLimit: '10.00', defaultCurrency: 'EUR' },
    });
    expect(limited.status).toBe(200);
    await staff.call('PATCH', '/settings/credit', { body: { ownOverride: true } });
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'accountId', op: 'eq', value: account }),
    );
    interface Kept {
      readonly id: string;
      readonly status: string;
      readonly documentId: string;
    }
    const kept = async () => {
      const found = await staff.call('GET', `/credit-checks?filter=${filter}`);
      return (found.body as { data: Kept[] }).data;
    };
    const cart = await putCart(bo, [[product, '1']]);
    for (const _ of ['asked', 'asked again']) {
      const refused = await checkOut(bo, cart);
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: 'credit_check_failed',
          detail: 'The order cannot be taken as it is; Ada Admin can tell what is possible.',
        },
      });
      expect(await kept()).toMatchObject([{ status: 'rejected', documentAmount: '119.00' }]);
    }
    expect((await bo.call('GET', '/orders')).body).toMatchObject({ data: [] });
    const override = async (check: Kept | undefined) => {
      const asked = await shop.acme.made(`/credit-checks/${check?.id}/override`, {
        reason: 'Good',
      });
      await shop.acme.made(`/credit-overrides/${asked.id}/approve`, {});
    };
    const [refused] = await kept();
    await override(refused);
    const changed = await putCart(bo, [[product, '2']]);
    expect(codeOf(await checkOut(bo, changed))).toBe('422 credit_check_failed');
    const second = (await kept()).find(({ status }) => status === 'rejected');
    await override(second);
    expect((await checkOut(bo, changed)).body).toMatchObject({
      outcome: 'placed',
      order: { id: second?.documentId, status: 'pending', total: '238.00' },
    });
    expect((await kept()).map(({ status }) => status)).toEqual(['approved', 'approved']);
  });
});

describe('fields of the company’s own, as a cart is ordered', () => {
  it('are sent as far as they are opened, and asked for no further', async () => {
    const field = (name: string, type: string, customer: string, required = false) =>
      shop.acme.made('/customization/objects/sales-order/fields', {
        name,
        label: name,
        type,
        required,
        portals: { customer },
      });
    const product = await shop.product({ '0': '10.00' });
    const blind = await shop.acme.person({ partyId: A, without: ['seePricing'] });
    const order = async (who: PortalClient, more: object) => {
      const { priceToken } = await putCart(who, [[product, '1']]);
      return who.call('POST', '/cart/checkout', { body: { priceToken, ...more } });
    };
    await field('gate__c', 'integer', 'write', true);
    await field('budget__c', 'currency', 'write', true);
    await field('until__c', 'date', 'write');
    await field('hue__c', 'text', 'read', true);
    await field('route__c', 'text', 'none', true);
    for (const [who, more, code, pointers] of [
      [ada, {}, '422 validation_failed', ['/gate__c', '/budget__c']],
      [ada, { gate__c: 'x', budget__c: '5.00' }, '422 validation_failed', ['/gate__c']],
      [
        ada,
        { gate__c: 'x', budget__c: '5.00', until__c: '9999-12-31' },
        '422 validation_failed',
        ['/gate__c', '/until__c'],
      ],
      [ada, { gate__c: 7, hue__c: 'r' }, '422 validation_failed', ['/hue__c']],
      [ada, { gate__c: 7, route__c: 'r' }, '400 malformed_request', ['/route__c']],
      [ada, { gate__c: 7, none__c: 'r' }, '400 malformed_request', ['/none__c']],
      [blind, { gate__c: 7, budget__c: '5.00' }, '400 malformed_request', ['/budget__c']],
    ] as const) {
      const refused = await order(who, more);
      const { errors } = refused.body as { errors: { pointer: string }[] };
      expect([codeOf(refused), errors.map(({ pointer }) => pointer)]).toEqual([code, pointers]);
    }
    const placed = await order(ada, { gate__c: 7, budget__c: '5.00' });
    expect(placed).toMatchObject({ status: 201, body: { outcome: 'placed' } });
    const { order: made } = placed.body as { order: { id: string } };
    const told = { gate__c: 7, budget__c: '5.00', hue__c: null };
    expect(made).toMatchObject(told);
    expect(made).not.toHaveProperty('route__c');
    const kept = await shop.acme.staff.call('GET', `/sales-orders/${made.id}`);
    expect(kept.body).toMatchObject({ ...told, route__c: null });
    expect(await order(blind, { gate__c: 8 })).toMatchObject({
      status: 201,
      body: { order: { gate__c: 8 } },
    });
    const quote = await shop.acme.quote(A);
    const { body: seen } = await ada.call('GET', `/quotes/${quote.id}`);
    const { version } = seen as { version: number };
    const accepted = { version, name: 'Ada', termsAccepted: true };
    await ada.call('POST', `/quotes/${quote.id}/accept`, { body: accepted });
    expect(codeOf(await ada.call('POST', `/quotes/${quote.id}/order`))).toBe('200');
    const { body } = await ada.call('GET', '/fields');
    expect(body).toMatchObject({
      objects: [
        {
          object: 'sales-order',
          fields: [
            { name: 'gate__c', access: 'write', required: true },
            { name: 'budget__c', access: 'write', required: true },
            { name: 'until__c', access: 'write', required: false },
            { name: 'hue__c', access: 'read', required: false },
          ],
        },
      ],
    });
  });
});

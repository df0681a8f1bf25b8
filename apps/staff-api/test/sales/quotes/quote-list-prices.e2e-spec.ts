import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { made } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { aPlan } from '../sales-support.js';

interface QuoteBody {
  readonly id: string;
  readonly status: string;
  readonly acv: string;
  readonly creditCheckId: string;
  readonly approval: readonly object[];
  readonly lines: readonly { readonly id: string; readonly unitPrice: string | null }[];
}

const SELLS = { matrix: { quotes: ['view', 'create', 'update', 'approve'] } };
const TIERS = [
  ['1', '100'],
  ['10', '80'],
  ['100', '50'],
] as const;

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
/** Listed from one piece on. */
let press: string;
let list: string;
let promotion: string;
let planned: string;

async function post<T = QuoteBody>(path: string, body?: object): Promise<T> {
  const answer = await api.admin.call('POST', path, { ...(body && { body }) });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return bodyOf<T>(answer);
}
const patch = (path: string, body: object) => api.admin.call('PATCH', path, { body });
const rule = (body: object) =>
  api.admin.call('PUT', '/settings/quote-approval', {
    body: { mode: 'rules', rules: [{ maxPercent: '10', ...body }] },
  });

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  press = (await made(api.admin, '/products', { sku: 'PRESS', name: 'Press' })).id;
  const book = { name: 'List', currency: 'EUR', isDefault: true };
  list = (await made(api.admin, '/pricebooks', book)).id;
  const plan = await aPlan(api.admin, { prices: [{ currency: 'EUR', unitPrice: '90' }] });
  const { body } = await api.admin.call('GET', `/plans/${plan.id}`);
  planned = (body as { productId: string }).productId;
  await made(api.admin, `/pricebooks/${list}/entries`, { productId: planned, unitPrice: '90' });
  for (const [minQuantity, unitPrice] of TIERS) {
    const entry = { productId: press, minQuantity, unitPrice };
    await made(api.admin, `/pricebooks/${list}/entries`, entry);
  }
  const over = { name: 'Spring', currency: 'EUR', validFrom: '2020-01-01', validTo: '2020-12-31' };
  promotion = (await made(api.admin, '/pricebooks', over)).id;
  await made(api.admin, `/pricebooks/${promotion}/entries`, { productId: press, unitPrice: '5' });
  const rate = { base: 'USD', quote: 'EUR', rate: '0.9', day: '2026-01-01' };
  await made(api.admin, '/exchange-rates', rate);
  await rule({});
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const line = (over: object = {}) => ({ productId: press, quantity: '1', taxRate: '0', ...over });
const drafted = (lines: readonly object[], head: object = {}) =>
  post('/quotes', { accountId, currency: 'EUR', lines, ...head });
const submitted = ({ id }: QuoteBody) => post(`/quotes/${id}/submit`);
const asks = (at: number, value: string | null) => ({
  status: 'submitted',
  approval: [{ rule: 1, about: 'discount', line: at, limit: '10', value }],
});

describe('a quote is judged by what is listed on the day', () => {
  it.each<[string, () => readonly object[], object, object]>([
    [
      'an option of which less is offered than any price begins with',
      () => [
        line({
          optional: true,
          selected: true,
          quantity: '0.5',
          minQuantity: '0.5',
          maxQuantity: '100',
          unitPrice: '1.00',
        }),
      ],
      {},
      asks(1, '99.00'),
    ],
    [
      'less than any price begins with',
      () => [line({ quantity: '0.99', unitPrice: '1.00' })],
      {},
      asks(1, '99.00'),
    ],
    [
      'a price where none is listed',
      () => [line({ unitPrice: '1.00' })],
      { currency: 'USD' },
      asks(1, null),
    ],
    [
      'a trial as long as the contract, of a line that is said to be longer',
      () => [],
      { termMonths: 12, recurring: { trialDays: 365, termPeriods: 123 } },
      asks(1, '100.00'),
    ],
  ])('%s asks', async (_, lines, said, expected) => {
    const { recurring, ...head } = said as { recurring?: object };
    const more = recurring
      ? [
          {
            productId: planned,
            kind: 'recurring',
            frequency: 'monthly',
            taxRate: '0',
            ...recurring,
          },
        ]
      : [];
    expect(await submitted(await drafted([...lines(), ...more], head))).toMatchObject(expected);
  });

  it('and no product that is nowhere listed, nor a longer term by its longer value', async () => {
    const { id: productId } = await made(api.admin, '/products', { sku: 'ODD', name: 'Odd' });
    const odd = await drafted([line({ productId, unitPrice: '1.00' })]);
    expect(await submitted(odd)).toMatchObject({ status: 'approved', approval: [] });
    const recurring = { productId: planned, kind: 'recurring', frequency: 'monthly', taxRate: '0' };
    const year = await drafted([{ ...recurring, termPeriods: 123 }], { termMonths: 12 });
    expect(year.acv).toBe('1080.00');
  });

  describe('of a product that is in no book, but whose plan has a price', () => {
    const recurring = { kind: 'recurring', frequency: 'monthly', taxRate: '0', quantity: '1' };
    const prices = [
      { currency: 'EUR', unitPrice: '90.00' },
      { currency: 'EUR', minQuantity: '10', unitPrice: '80.00' },
    ];
    const offered = async (over: object, named = true, head: object = {}) => {
      const { id: planId, productId } = await aPlan(api.admin, { prices });
      const own = { ...recurring, productId, ...(named && { planId }), ...over };
      return submitted(await drafted([own], head));
    };

    it.each<[string, object, boolean, object]>([
      ['less than it asks', { unitPrice: '1' }, true, asks(1, '98.89')],
      ['less than it asks, of one that was found', { unitPrice: '1' }, false, asks(1, '98.89')],
      ['less than so many are', { quantity: '10', unitPrice: '71.99' }, true, asks(1, '10.01')],
      ['a discount', { unitPrice: '90', discount: { percent: '11' } }, true, asks(1, '11.00')],
      [
        'an option of which less may be chosen',
        {
          quantity: '10',
          unitPrice: '72',
          optional: true,
          selected: true,
          minQuantity: '5',
          maxQuantity: '10',
        },
        true,
        asks(1, '20.00'),
      ],
    ])('%s asks', async (_, over, named, expected) => {
      expect(await offered(over, named)).toMatchObject(expected);
    });

    it('asks where it has one in another currency alone', async () => {
      const said = { unitPrice: '90' };
      expect(await offered(said, false, { currency: 'USD' })).toMatchObject(asks(1, null));
    });

    it('and what it asks passes, and what a book lists it at', async () => {
      const passed = { status: 'approved', approval: [] };
      expect(await offered({ unitPrice: '81' })).toMatchObject(passed);
      expect(await offered({ quantity: '10', unitPrice: '72' })).toMatchObject(passed);
      const { id: planId, productId } = await aPlan(api.admin, { prices });
      await made(api.admin, `/pricebooks/${list}/entries`, { productId, unitPrice: '60' });
      const own = { ...recurring, productId, planId };
      expect(await submitted(await drafted([own]))).toMatchObject(passed);
    });
  });

  it('asks where the quantity that a price was of is beside it no more', async () => {
    const lines = [line({ quantity: '9' }), line({ quantity: '91' })];
    const quote = await drafted(lines, { tiersAcross: 'document' });
    expect(quote.lines.map(({ unitPrice }) => unitPrice)).toEqual(['50.00', '50.00']);
    expect(
      (await patch(`/quotes/${quote.id}/lines/${quote.lines[1]?.id}`, { quantity: '1' })).status,
    ).toBe(200);
    expect(await submitted(quote)).toMatchObject({
      status: 'submitted',
      approval: [{ line: 1, value: '37.50' }],
    });
    expect(await submitted(await drafted(lines, { tiersAcross: 'document' }))).toMatchObject({
      status: 'approved',
    });
  });

  it('asks where the price is of a book that is over, or of a day that is', async () => {
    const past = { priceBookId: promotion, pricingDate: '2020-06-01' };
    const quote = await drafted([line()], past);
    expect(quote.lines).toMatchObject([{ unitPrice: '5.00', listPrice: '5' }]);
    expect(await submitted(quote)).toMatchObject(asks(1, '95.00'));
    const other = await drafted([line()], past);
    await patch(`/quotes/${other.id}`, { priceBookId: null, pricingDate: null });
    expect(await submitted(other)).toMatchObject(asks(1, '95.00'));
  });
});

it('whoever prices what credit has refused is who is judged', async () => {
  const roleId = await newRole(api.admin, SELLS);
  await rule({ roleId });
  const free = await memberWith(api, SELLS);
  const bound = await api.admin.call('POST', '/users', {
    body: { email: 'bound@example.com', name: 'Bound', roleIds: [roleId] },
  });
  const seller = api.client(api.admin.companyId, bodyOf<{ id: string }>(bound).id as never);
  const customer = await newAccount(t, api.company);
  await limitCredit(api.admin, customer, '1.00');
  const quote = await drafted([line({ unitPrice: '95.00' })], { accountId: customer });
  expect((await free.call('POST', `/quotes/${quote.id}/submit`, {})).status).toBe(422);
  const about = `/quotes/${quote.id}/lines/${quote.lines[0]?.id}`;
  expect((await seller.call('PATCH', about, { body: { unitPrice: '2.00' } })).status).toBe(200);
  const { body } = await api.admin.call('GET', `/quotes/${quote.id}`);
  const { creditCheckId } = body as QuoteBody;
  const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Good' });
  await patch('/settings/credit', { ownOverride: true });
  await post(`/credit-overrides/${asked.id}/approve`);
  expect((await api.admin.call('GET', `/quotes/${quote.id}`)).body).toMatchObject(asks(1, '98.00'));
  await rule({});
});

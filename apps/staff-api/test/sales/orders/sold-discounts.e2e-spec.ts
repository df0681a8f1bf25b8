import { Client } from 'pg';
import { NOTE_LATER_DISCOUNTS } from '@quittance/sales/testing';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import type { Made } from '../../objects/objects-support.js';
import { aPlan } from '../sales-support.js';
import { orderDesk, type OrderBody } from './order-support.js';

interface Item {
  readonly itemId: string;
  readonly planId: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly net: string;
  readonly discountUntil: string | null;
  readonly discountPercent: string | null;
}

interface Sold {
  readonly id: string;
  readonly items: readonly Item[];
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let accountId: string;
let plan: Made;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-10T09:00:00.000Z');
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
  plan = await aPlan(api.admin);
});
beforeEach(() => t.clock.set('2026-03-10T09:00:00.000Z'));
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = async (path: string, body: object = {}) => {
  const answer = await desk.call('POST', path, { body });
  expect([answer.status < 300, answer.body]).toEqual([true, expect.anything()]);
  return bodyOf<Sold & Record<string, unknown>>(answer);
};

/** What an order of one line is subscribed as: three seats of 33.00 unless told. */
async function sold(line: object, order: object = {}): Promise<Sold> {
  const lines = [
    {
      kind: 'recurring',
      productId: plan.productId,
      description: 'Seats',
      quantity: '3',
      unitPrice: '33.00',
      frequency: 'monthly',
      taxRate: '19',
      ...line,
    },
  ];
  const quote = await post('/quotes', { accountId, currency: 'EUR', lines, ...order });
  for (const operation of ['submit', 'approve', 'send']) {
    await post(`/quotes/${quote.id}/${operation}`);
  }
  await post(`/quotes/${quote.id}/accept`, { name: 'Bo Buyer', evidence: 'A letter' });
  const { id } = await post(`/quotes/${quote.id}/convert`);
  const { contractId } = (await desk.done(id, 'confirm')) as OrderBody;
  const filter = JSON.stringify({ field: 'contractId', op: 'eq', value: contractId });
  const found = await desk.call('GET', `/subscriptions?filter=${encodeURIComponent(filter)}`);
  const [first] = bodyOf<{ data: { id: string }[] }>(found).data;
  return read(first as Sold);
}

const read = async ({ id }: { readonly id: string }) =>
  bodyOf<Sold>(await desk.call('GET', `/subscriptions/${id}`));

const shown = ({ items }: Sold) =>
  items.map(({ validFrom, validTo, net, discountUntil }) => [
    validFrom,
    validTo,
    net,
    discountUntil,
  ]);

async function coming({ id }: Sold): Promise<unknown[]> {
  const answer = await desk.call('GET', `/subscriptions/${id}/preview?count=4`);
  const { invoices } = bodyOf<{ invoices: { subtotal: string }[] }>(answer);
  return invoices.map(({ subtotal }) => subtotal);
}

const change = ({ id, items }: Sold, item: object, effective: string) =>
  post(`/subscriptions/${id}/change`, {
    items: [{ itemId: items[0]?.itemId, planId: items[0]?.planId, ...item }],
    effective,
  });

/** A tenth for three periods, and once 9.10 with the first. */
const TWICE = { discount: { percent: '10' }, discountPeriods: 3 };
const ONCE = { discount: { amount: '9.10' } };

describe('a discount that an order sells for a number of periods', () => {
  it('is known by its end, also where prices include tax', async () => {
    const taxed = await sold(
      { ...TWICE, quantity: '1', unitPrice: '119.00' },
      { pricesIncludeTax: true },
    );
    expect(shown(taxed)).toEqual([
      ['2026-03-10', '2026-06-10', '90.00', '2026-06-10'],
      ['2026-06-10', null, '100.00', null],
    ]);
    await change(taxed, { quantity: '2' }, 'period_end');
    expect(await coming(taxed)).toEqual(['90.00', '190.00', '190.00', '200.00']);
  });

  it('goes on with what else is given through a change, and as it was without that', async () => {
    const made = await sold(TWICE, ONCE);
    expect(await coming(made)).toEqual(['80.00', '89.10', '89.10', '99.00']);
    const was = shown(made);
    await change(made, { quantity: '6' }, 'period_end');
    expect(await coming(made)).toEqual(['80.00', '178.20', '178.20', '198.00']);
    const at = `/subscriptions/${made.id}/change`;
    expect((await desk.call('DELETE', at)).status).toBe(200);
    expect(shown(await read(made))).toEqual(was);
    expect(await coming(made)).toEqual(['80.00', '89.10', '89.10', '99.00']);
    await change(made, { quantity: '6' }, 'now');
    expect(await coming(made)).toEqual(['179.00', '178.20', '178.20', '198.00']);
  });

  it('keeps nobody from a change before the first whole period', async () => {
    const made = await sold({ anchorDay: 1 }, ONCE);
    expect(shown(made)).toMatchObject([
      ['2026-03-10', '2026-04-01', '99.00', '2026-04-01'],
      ['2026-04-01', '2026-05-01', '89.90', '2026-05-01'],
      ['2026-05-01', null, '99.00', null],
    ]);
    await change(made, { quantity: '6' }, 'period_end');
    expect((await coming(made)).slice(1)).toEqual(['188.90', '198.00', '198.00']);
  });

  it('moves along with a trial, to a later day and to an earlier one', async () => {
    const made = await sold({ ...TWICE, trialDays: 31 }, ONCE);
    const net = ['80.00', '89.10', '89.10', '99.00'];
    expect(await coming(made)).toEqual(net);
    await post(`/subscriptions/${made.id}/extend-trial`, { trialEnd: '2026-05-10' });
    const later = await read(made);
    expect(shown(later)).toEqual([
      ['2026-03-10', '2026-06-10', '80.00', '2026-06-10'],
      ['2026-06-10', '2026-08-10', '89.10', '2026-08-10'],
      ['2026-08-10', null, '99.00', null],
    ]);
    expect(await coming(made)).toEqual(net);
    await post(`/subscriptions/${made.id}/activate`);
    expect(shown(await read(made)).map(([from]) => from)).toEqual([
      '2026-03-10',
      '2026-04-10',
      '2026-06-10',
    ]);
    expect(await coming(made)).toEqual(net);
  });

  it('is not given again, and what is given always is', async () => {
    const again = async ({ id }: Sold) => {
      await post(`/subscriptions/${id}/cancel`, { at: 'now' });
      return shown(await post(`/subscriptions/${id}/reactivate`, { sameVersion: true }));
    };
    const full = [['2026-03-10', null, '99.00', null]];
    expect(await again(await sold(TWICE, ONCE))).toEqual(full);
    expect(await again(await sold({}, ONCE))).toEqual(full);
    const always = await sold({ discount: { percent: '10' } }, ONCE);
    expect(await again(always)).toEqual([['2026-03-10', null, '89.10', null]]);
  });

  it('is found of what was sold before', async () => {
    const all = [
      await sold(TWICE, ONCE),
      await sold({ anchorDay: 1 }, ONCE),
      await sold({}, { ...ONCE, pricesIncludeTax: true }),
      await sold({ discount: { percent: '10' } }, ONCE),
    ];
    const rows = () =>
      owned(
        `select id, discount_until, later_discounts from sales.subscription_item
         where subscription_id = any($1::uuid[]) order by id`,
        [all.map(({ id }) => id)],
      );
    const were = await rows();
    await owned(
      `update sales.subscription_item set discount_until = null, later_discounts = null
       where subscription_id = any($1::uuid[])`,
      [all.map(({ id }) => id)],
    );
    await owned(NOTE_LATER_DISCOUNTS);
    expect(await rows()).toEqual(were);
    expect(were.filter(({ discount_until: until }) => until !== null)).toHaveLength(6);
  });

  it('lets a plan be migrated with what it is given for', async () => {
    const own = await aPlan(api.admin);
    const made = await sold({ ...TWICE, productId: own.productId }, ONCE);
    const prices = [{ currency: 'EUR', unitPrice: '40.00' }];
    const { id: to } = await post(`/plans/${own.id}/versions`, { frequency: 'monthly', prices });
    const moved = await post(`/plans/${own.id}/migrate`, {
      to,
      on: 'period_end',
      dropOverrides: true,
    });
    expect(moved).toMatchObject({ migrated: 1, skipped: 0 });
    expect(await coming(made)).toEqual(['80.00', '108.00', '108.00', '120.00']);
  });
});

async function owned(text: string, values: readonly unknown[] = []) {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<Record<string, unknown>>(text, [...values]);
  await owner.end();
  return rows;
}

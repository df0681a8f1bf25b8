import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { OrderPorts } from '../order-ports.js';
import { ORDER_STATUSES, type OrderStatus } from '../order.js';
import { orderExposure } from './order-exposure.js';

let t: TestDatabase;
let ctx: Ctx;
let accountId: AccountId;
let planted = 0;
const source = orderExposure(new OrderPorts());

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
  accountId = await customer(ctx);
});
afterAll(() => t.close());

const customer = async (of: Ctx) =>
  (await t.db.write(of, (tx) => addAccount(tx, { name: 'Acme Ltd' }))).id;

const ORDER = `
  insert into sales.sales_order (company_id, id, number, number_period, number_seq, status,
    account_id, currency, pricing_date, bill_to, ship_to, issue_date, subtotal, tax_total, total,
    value, invoiced_total, figures, confirmed_at, closed_at, created_at, updated_at)
  values ($1, $2, $3, '', $4, $5, $6, $7, date '2026-01-01', '{}', '{}', date '2026-01-01', 20000,
    0, 20000, 10000, 4000, '{}', case when $5 in ('draft', 'pending', 'pending_approval',
      'cancelled') then null else now() end,
    case when $5 in ('closed', 'cancelled') then now() end, now(), now())`;

async function given(status: OrderStatus, currency = 'EUR', of = ctx, account = accountId) {
  const id = newId<'sales-order'>();
  planted += 1;
  const params = [of.companyId, id, `SO-${planted}`, planted, status, account, currency];
  await t.db.write(of, (tx) => tx.run(ORDER, params));
  return id;
}

const sums = (except: { type: 'sales-order'; id: string } | null = null) =>
  t.db.read(ctx, (tx) => source.sums(tx, { accountIds: [accountId], except }));

describe('an order counts', () => {
  const OPEN = new Set(['pending', 'pending_approval', 'confirmed', 'in_production', 'shipped']);

  it.each(ORDER_STATUSES.map((status) => [status, OPEN.has(status)] as const))(
    'that is %s: %s',
    async (status, counts) => {
      await given(status);
      expect(await sums()).toEqual(counts ? [{ accountId, currency: 'EUR', amount: 10_000n }] : []);
    },
  );

  it('in full, and in the net figure for what is not invoiced, by currency', async () => {
    await given('confirmed');
    await given('shipped');
    await given('pending', 'USD');
    const bySize = <T extends { readonly currency: string }>(rows: readonly T[]) =>
      [...rows].sort((a, b) => (a.currency < b.currency ? -1 : 1));
    expect(bySize(await sums())).toMatchObject([
      { currency: 'EUR', amount: 20_000n },
      { currency: 'USD', amount: 10_000n },
    ]);
    const net = await t.db.read(ctx, (tx) => source.netSums(tx, [accountId]));
    expect(bySize(net)).toMatchObject([{ amount: 12_000n }, { amount: 6_000n }]);
    const parts = await t.db.read(ctx, (tx) => source.parts(tx, accountId, 2));
    expect(parts).toHaveLength(2);
    expect(parts[0]).toMatchObject({ amount: 10_000n, net: 6_000n, alsoCountedThrough: [] });
  });

  it('for its own customer and company, and never for its own check', async () => {
    const id = await given('pending');
    const other = await t.newCompany();
    await given('pending', 'EUR', other, await customer(other));
    await given('pending', 'EUR', ctx, await customer(ctx));
    expect(await sums()).toMatchObject([{ amount: 10_000n }]);
    expect(await sums({ type: 'sales-order', id })).toEqual([]);
  });

  it('by an index alone', async () => {
    await given('confirmed');
    const plan = await t.db.write(ctx, async (tx) => {
      await tx.run('set local enable_seqscan = off');
      const rows = await tx.rows<Record<string, string>>(
        `explain select o.currency, sum(o.value) from sales.sales_order o
         where o.company_id = '${ctx.companyId}' and o.account_id = '${accountId}'
           and o.status in ('pending', 'pending_approval', 'confirmed', 'in_production', 'shipped')
         group by o.currency`,
      );
      return rows.map((row) => Object.values(row).join()).join('\n');
    });
    expect(plan).toContain('Index Only Scan using sales_order_exposure_index');
  });
});

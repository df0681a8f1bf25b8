import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { OrderId } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import { aPortalUser } from '../testing/a-portal-user.js';
import {
  charge,
  commitChain,
  releaseChain,
  releaseParts,
  type ChainId,
  type Left,
} from './limit-ledger.js';
import { ADDED_PERIODS, limitSpanOf, type AddedPeriod } from './limit-period.js';
import { lockSpender, usedBy } from './spender.js';

let t: TestDatabase;
let ctx: Ctx;
let accountId: AccountId;
/** What every entry names; the ledger does not look into it. */
let orderId: OrderId;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  accountId = (await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme' }))).id;
  orderId = newId<'sales-order'>();
  await t.db.write(ctx, (tx) => tx.run(ORDER, [ctx.companyId, orderId, accountId]));
});
afterAll(() => t.close());

const ORDER = `
  insert into sales.sales_order (company_id, id, number, number_period, number_seq, status,
    account_id, currency, pricing_date, bill_to, ship_to, issue_date, subtotal, tax_total, total,
    value, invoiced_total, figures, created_at, updated_at)
  values ($1, $2, 'SO-1', '', 1, 'draft', $3, 'EUR', date '2026-01-01', '{}', '{}',
    date '2026-01-01', 0, 0, 0, 0, 0, '{}', now(), now())`;

const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01', '2027-01-01'];
const LIMIT = 1_000n;

/** Charges, settles and releases of a few chains, on days over several periods. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('charge', 'charge', 'commit', 'release', 'period'),
    chain: fc.nat(4),
    total: fc.bigInt({ min: 0n, max: 700n }),
    day: fc.constantFrom(...DAYS),
    period: fc.constantFrom<AddedPeriod>(...ADDED_PERIODS),
  }),
  { minLength: 1, maxLength: 25 },
);

interface Entry {
  readonly user: PortalUserId;
  readonly day: string;
  readonly amount: bigint;
}

it('what is used is what the entries of the ledger come to, in every period', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const user = await aPortalUser(t.db, ctx, {
        partyId: accountId,
        approvalLimit: '10.00',
        limitPeriod: 'month',
      });
      const chains = Array.from({ length: 5 }, () => newId<'plan-change'>());
      for (const { what, chain, total, day, period } of taken) {
        const chainId = chains[chain] as ChainId;
        const at = { ...ctx, now: `${day}T12:00:00.000Z` as Ctx['now'] };
        await t.db.write(at, async (tx) => {
          if (what === 'commit') return commitChain(tx, chainId);
          if (what === 'release') return releaseChain(tx, chainId);
          if (what === 'period') {
            await tx.run(
              `update portal.portal_user set limit_period = $3
               where company_id = $1 and id = $2`,
              [ctx.companyId, user.id, period],
            );
            return;
          }
          const spender = await lockSpender(tx, user.id);
          const before = await usedOf(user.id);
          const was = (await usedBy(tx, [spender], day as never)).get(user.id);
          const of = { orderId, quoteId: null, subscriptionId: null, approvalId: null };
          const passes = await charge(tx, spender, { ...of, chainId, total, currency: 'EUR' });
          if (!passes) expect(await usedOf(user.id)).toEqual(before);
          const now = (await usedBy(tx, [spender], day as never)).get(user.id) ?? 0n;
          // What was charged before for the chain passes whatever has been used since.
          if (passes && now > LIMIT) expect(now).toBe(was);
        });
      }
      await expectRecomputed(user.id);
    }),
    { numRuns: runs(10) },
  );
});

it.each<[string, Left, bigint]>([
  ['a third', [1n, 3n], 200n],
  ['all but 4.00', { allBut: 400n }, 200n],
  ['all but all', { allBut: 600n }, 0n],
  ['all but more', { allBut: 900n }, 0n],
])('of what is reserved as much stays as is told: %s', async (_, left, stays) => {
  const user = await aPortalUser(t.db, ctx, {
    partyId: accountId,
    approvalLimit: '10.00',
    limitPeriod: 'month',
  });
  const [chainId, other] = [newId<'plan-change'>(), newId<'plan-change'>()];
  await t.db.write(ctx, async (tx) => {
    const of = { orderId, quoteId: null, subscriptionId: null, approvalId: null };
    const spender = await lockSpender(tx, user.id);
    for (const [id, total] of [[chainId, 600n] as const, [other, 50n] as const]) {
      await charge(tx, spender, { ...of, chainId: id, total, currency: 'EUR' });
    }
    await releaseParts(tx, [{ chainId, left }]);
    expect((await usedBy(tx, [spender], '2026-03-02' as never)).get(user.id)).toBe(stays + 50n);
  });
  await expectRecomputed(user.id);
});

const usedOf = (id: PortalUserId) =>
  t.db.read(ctx, (tx) =>
    tx.rows<{ period: AddedPeriod; startsOn: string; used: bigint }>(
      `select period, starts_on as "startsOn", used from portal.limit_use
       where company_id = $1 and portal_user_id = $2 order by period, starts_on`,
      [ctx.companyId, id],
    ),
  );

async function expectRecomputed(id: PortalUserId): Promise<void> {
  const entries = await t.db.read(ctx, (tx) =>
    tx.rows<Entry>(
      `select spent_on as day, amount from portal.limit_entry
       where company_id = $1 and portal_user_id = $2`,
      [ctx.companyId, id],
    ),
  );
  for (const { period, startsOn, used } of await usedOf(id)) {
    const { until } = limitSpanOf(period, startsOn as never);
    const within = entries.filter(({ day }) => day >= startsOn && day < until);
    const sum = within.reduce((all, { amount }) => all + amount, 0n);
    expect([period, startsOn, used]).toEqual([period, startsOn, sum]);
  }
}

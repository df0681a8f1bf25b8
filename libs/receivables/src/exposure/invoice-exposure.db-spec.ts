import {
  CreditControl,
  creditCheckFailed,
  CreditPorts,
  requireApproved,
  type CreditCheck,
  type CreditDecision,
  type CreditRequest,
} from '@quittance/credit';
import type { AccountId, Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import { invoiceExposure } from './invoice-exposure.js';

let t: TestDatabase;
let control: CreditControl;
let ctx: Ctx;
let accountId: AccountId;

beforeAll(async () => {
  t = await testDatabase();
  const ports = new CreditPorts();
  ports.registerExposure(invoiceExposure);
  control = new CreditControl(ports);
});
beforeEach(async () => {
  ctx = await t.newCompany();
  accountId = await t.db.write(ctx, (tx) => aCustomer(tx));
});
afterAll(() => t.close());

/** Of a page that nobody has looked through every index costs as much as another. */
async function vacuumed(): Promise<void> {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query('vacuum (analyze) receivables.invoice');
  await owner.end();
}

const given = (facts: Partial<Invoice>) =>
  t.db.write(ctx, (tx) => aStoredInvoice(tx, { accountId, ...facts }));
const decide = (request: Partial<CreditRequest> = {}): Promise<CreditDecision> =>
  t.db.write(ctx, (tx) =>
    control.check(tx, { accountId, amount: 1n, currency: 'EUR', ...request }),
  );
const checked = async (): Promise<CreditCheck> => (await decide()).check;

describe('an invoice counts', () => {
  const partly = { paidAmount: 4_000n, balance: 6_000n };
  const settled = { paidAmount: 10_000n, balance: 0n };

  it.each<[Invoice['status'], Partial<Invoice>, bigint]>([
    ['draft', { sentAt: null }, 10_000n],
    ['pending', { sentAt: null }, 10_000n],
    ['sent', {}, 10_000n],
    ['viewed', {}, 10_000n],
    ['partially_paid', partly, 6_000n],
    ['overdue', {}, 10_000n],
    ['disputed', {}, 10_000n],
    ['paid', settled, 0n],
    ['void', { balance: 0n }, 0n],
    ['cancelled', { balance: 0n }, 0n],
  ])('that is %s', async (status, facts, counted) => {
    await given({ status, ...facts });
    expect((await checked()).exposure).toBe(counted);
  });

  it('for its own customer and company', async () => {
    await given({});
    await t.db.write(ctx, (tx) => aStoredInvoice(tx));
    const other = await t.newCompany();
    await t.db.write(other, (tx) => aStoredInvoice(tx));
    expect((await checked()).exposure).toBe(10_000n);
  });

  it('by an index alone', async () => {
    await given({});
    await vacuumed();
    const plan = await t.db.write(ctx, async (tx) => {
      await tx.run('set local enable_seqscan = off');
      const rows = await tx.rows<Record<string, string>>(
        `explain select i.currency, sum(i.balance) from receivables.invoice i
         where i.company_id = '${ctx.companyId}' and i.account_id = '${accountId}' and i.balance > 0
         group by i.currency`,
      );
      return rows.map((row) => Object.values(row).join()).join('\n');
    });
    expect(plan).toContain('Index Only Scan using invoice_exposure_index');
  });
});

describe('what was not approved', () => {
  it('is refused once its check is kept', async () => {
    await t.db.write(ctx, (tx) =>
      tx.run(`update crm.ledger_account set credit_limit = 0 where company_id = $1`, [
        ctx.companyId,
      ]),
    );
    const decision = await decide();
    expect(() => requireApproved(decision)).toThrow(
      expect.objectContaining({ code: creditCheckFailed.code }) as Error,
    );
    expect((await decide({ amount: 0n })).check.outcome).toBe('needs_approval');
  });

  it('is not what was', async () => {
    const decision = await decide();
    expect(requireApproved(decision)).toBe(decision.check);
  });
});

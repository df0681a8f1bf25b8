import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations, rowsOf } from '../testing/money-operations.js';
import { paymentsOfInvoice } from './payment.queries.js';

let t: TestDatabase;
let ctx: Ctx;
let invoiceId: InvoiceId;
const OTHERS = 5000;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  const invoice = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  invoiceId = invoice.id;
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const others = `insert into receivables.payment (company_id, id, number, number_period,
      number_seq, account_id, currency, amount, on_account_amount, method, status, received_on,
      created_at,
      updated_at)
    select $1, gen_random_uuid(), 'OTHER-' || n, 'other', n, $2, 'EUR', 1, 1, 'cash', 'completed',
      current_date, now(), now() from generate_series(1, ${OTHERS}) n`;
  await owner.query(others, [ctx.companyId, invoice.accountId]);
  await owner.query('analyze receivables.payment');
  await owner.end();
});
afterAll(() => t.close());

/** A statement over the payments of the invoice. */
function ofInvoice<T>(what: string): Promise<T[]> {
  const params: unknown[] = [];
  const narrowed = paymentsOfInvoice(ctx, invoiceId)((value) => `$${params.push(value)}`);
  return rowsOf<T>(t.db, ctx, `${what} from receivables.payment p where ${narrowed}`, params);
}

describe('the payments of an invoice', () => {
  it('are those made for it and those applied to it, each once', async () => {
    const { recordPayment, recordAccountPayment } = moneyOperations(t.db);
    const cash = { amount: '10.00', method: 'cash', reference: newId() } as const;
    const own = await recordPayment.execute(ctx, invoiceId, cash);
    const pending = await recordPayment.execute(ctx, invoiceId, { ...cash, pending: true });
    const { accountId, currency } = own;
    const allocations = [{ invoiceId, amount: '10.00' }];
    const over = { ...cash, accountId, currency, allocations };
    const allocated = await recordAccountPayment.execute(ctx, over);
    const found = await ofInvoice<{ id: string }>('select p.id');
    expect(found.map(({ id }) => id).sort()).toEqual([own.id, pending.id, allocated.id].sort());
  });

  it('are found without reading those of other invoices', async () => {
    const params: unknown[] = [];
    const narrowed = paymentsOfInvoice(ctx, invoiceId)((value) => `$${params.push(value)}`);
    // Few rows are read quickest one after the other: asked is whether an index serves.
    const plan = await t.db.read(ctx, async (tx) => {
      await tx.run('set local enable_seqscan = off');
      return tx.rows<{ 'QUERY PLAN': string }>(
        `explain select p.id from receivables.payment p where ${narrowed}`,
        params,
      );
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toMatch(/Seq Scan on payment|SubPlan/);
  });
});

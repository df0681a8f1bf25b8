import { newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations, rowsOf, type MoneyOperations } from '../testing/money-operations.js';

let t: TestDatabase;
let ctx: Ctx;
let operations: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  operations = moneyOperations(t.db);
});
afterAll(async () => {
  await expectInvariants(t);
  await t.close();
});

/** Changes rows past the product. */
async function asOwner(text: string, params: unknown[]): Promise<void> {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  try {
    await owner.query(text, params);
  } finally {
    await owner.end();
  }
}

it('a refund is logged with what payment and invoice were, and what is given back', async () => {
  const { id } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  const payment = await operations.recordPayment.execute(ctx, id, {
    amount: '60',
    method: 'cash',
  });
  const by = { ...t.ctx(ctx.companyId), requestId: `refund-${newId()}` };
  await operations.refundPayment.execute(by, payment.id, { amount: '15', reason: 'Returned' });
  const logged = await rowsOf(
    t.db,
    ctx,
    `select action, object, record_id as "recordId", before, after from audit.entry
     where request_id = $1 order by action`,
    [by.requestId],
  );
  const settled = (balance: string, paidAmount: string) => ({
    status: 'partially_paid',
    balance,
    paidAmount,
    creditedAmount: '0.00',
    writtenOffAmount: '0.00',
  });
  expect(logged).toEqual([
    {
      action: 'invoice.settled',
      object: 'invoice',
      recordId: id,
      before: settled('40.00', '60.00'),
      after: settled('55.00', '45.00'),
    },
    {
      action: 'payment.refunded',
      object: 'payment',
      recordId: payment.id,
      before: { status: 'completed', refundedAmount: '0.00' },
      after: {
        status: 'refunded',
        refundedAmount: '15.00',
        refund: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          amount: '15.00',
          reason: 'Returned',
        },
      },
    },
  ]);
});

it('a refund is undone when the books of its invoice would not agree', async () => {
  const { id } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  const payment = await operations.recordPayment.execute(ctx, id, { amount: '60', method: 'cash' });
  const refund = () =>
    operations.refundPayment.execute(ctx, payment.id, { amount: '15', reason: 'Returned' });
  const shift = (cents: number) =>
    asOwner(
      `update receivables.invoice set paid_amount = paid_amount + $2, balance = balance - $2
       where id = $1`,
      [id, cents],
    );
  await shift(1);
  await expect(refund()).rejects.toMatchObject({ code: 'QB001' });
  await shift(-1);
  expect(await refund()).toMatchObject({ refundedAmount: '15.00' });
});

describe('of a payment over two invoices a refund is reversed first', () => {
  const allocatedToTwo = async () => {
    const accountId = await t.db.write(ctx, aCustomer);
    const [first, second] = await t.db.write(ctx, async (tx) => [
      await aStoredInvoice(tx, { accountId }),
      await aStoredInvoice(tx, { accountId }),
    ]);
    const ids = [first?.id ?? newId<'invoice'>(), second?.id ?? newId<'invoice'>()] as const;
    const payment = await operations.recordAccountPayment.execute(ctx, {
      accountId,
      amount: '40',
      currency: 'EUR',
      method: 'cash',
      allocations: ids.map((invoiceId) => ({ invoiceId, amount: '20' })),
    });
    return { ids, payment };
  };

  /** What stands on the invoices after ten was given back. */
  const tenBack = async ({ ids, payment }: Awaited<ReturnType<typeof allocatedToTwo>>) => {
    await operations.refundPayment.execute(ctx, payment.id, { amount: '10', reason: 'Returned' });
    const rows = await rowsOf<{ paid: bigint }>(
      t.db,
      ctx,
      `select paid_amount as paid from receivables.invoice where id = any($1::uuid[])
       order by array_position($1::uuid[], id)`,
      [ids],
    );
    return rows.map(({ paid }) => paid);
  };

  it('off the later of those that it was applied to at one instant', async () => {
    expect(await tenBack(await allocatedToTwo())).toEqual([2_000n, 1_000n]);
  });

  it('off the one that it was applied to at the later instant, whatever their ids', async () => {
    const allocated = await allocatedToTwo();
    await asOwner(
      `update receivables.payment_allocation set created_at =
         (created_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC'
       where payment_id = $1 and invoice_id = $2`,
      [allocated.payment.id, allocated.ids[0]],
    );
    expect(await tenBack(allocated)).toEqual([1_000n, 2_000n]);
  });
});

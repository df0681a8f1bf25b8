import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { openDispute } from '../disputes/dispute.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { PaymentLinks } from './payment-links.port.js';
import { PrintableQueries } from './printable.queries.js';

/** Says of every balance where it is paid. */
class Links extends PaymentLinks {
  liveLink(...[, , balance]: Parameters<PaymentLinks['liveLink']>) {
    return Promise.resolve(`https://pay.example/${balance}`);
  }

  letterLink() {
    return Promise.resolve(null);
  }
}

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

it('an invoice is printed with the link of what is not disputed, and says what is', async () => {
  const ctx = await t.newCompany();
  const objection = { reason: 'broken', amount: 3_000n, lineIds: [] };
  const [clear, disputed] = await t.db.write(ctx, async (tx) => {
    const dispute = openDispute(objection, tx.ctx.actor, tx.ctx.now);
    return [await aStoredInvoice(tx), await aStoredInvoice(tx, { status: 'disputed', dispute })];
  });
  const queries = new PrintableQueries(t.db, new Links());
  const printed = async ({ id }: typeof clear) => {
    const document = await queries.invoice(ctx, id);
    return [document.paymentLink, document.balance, document.disputed];
  };
  expect(await printed(clear)).toEqual(['https://pay.example/10000', 10_000n, undefined]);
  expect(await printed(disputed)).toEqual(['https://pay.example/7000', 10_000n, 3_000n]);
});

import { MailAvailability, TemplateRenderer } from '@quittance/notifications';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { openDispute } from '../disputes/dispute.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { MailInvoice } from './mail-invoice.js';
import { PaymentLinks } from './payment-links.port.js';
import { PrintableQueries } from './printable.queries.js';
import { ResendInvoice } from './resend-invoice.js';

/** Says of every balance where it is paid. */
class Links extends PaymentLinks {
  liveLink(...[, , balance]: Parameters<PaymentLinks['liveLink']>) {
    return Promise.resolve(`https://pay.example/${balance}`);
  }

  readonly asked: bigint[] = [];

  letterLink(...[, , balance]: Parameters<PaymentLinks['letterLink']>) {
    this.asked.push(balance);
    return Promise.resolve(null);
  }

  async takeBack(): Promise<void> {}
}

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
const renderer = new TemplateRenderer();
afterAll(async () => {
  await renderer.onApplicationShutdown();
  await t?.close();
});

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

it('an invoice is e-mailed again with the link of what is not disputed', async () => {
  const ctx = await t.newCompany();
  const links = new Links();
  const mail = new MailAvailability({ smtpUrl: 'smtp://localhost' });
  const resend = new ResendInvoice(t.db, new MailInvoice(mail, links, t.db, renderer));
  for (const amount of [3_000n, 10_000n]) {
    const { id } = await t.db.write(ctx, (tx) => {
      const objection = { reason: 'broken', amount, lineIds: [] };
      const dispute = openDispute(objection, tx.ctx.actor, tx.ctx.now);
      return aStoredInvoice(tx, { status: 'disputed', dispute });
    });
    await resend.execute(ctx, id);
  }
  expect(links.asked).toEqual([7_000n, 0n]);
});

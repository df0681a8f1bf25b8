import { CreateInvoice, SendInvoice, type InvoiceView } from '@quittance/receivables/host';
import { addAccount } from '@quittance/crm/host';
import { formatMinor } from '@quittance/money';
import { parseLocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes, TaxRecorder } from '@quittance/tax';
import { plainInvoiceFields } from '@quittance/receivables/testing';
import type { TestDatabase } from '../../support/test-database.js';

const LINE = {
  productId: null,
  description: 'Work',
  quantity: '1',
  discount: null,
  taxCode: null,
  taxRate: null,
  periodStart: null,
  periodEnd: null,
};

/** Sent invoices of one new customer with these totals in minor units of EUR, of 1 March 2026. */
export async function sentInvoices(
  t: TestDatabase,
  ctx: Ctx,
  totals: readonly number[],
  issueDate = parseLocalDate('2026-03-01'),
): Promise<InvoiceView[]> {
  const customer = { name: 'Acme GmbH', email: 'ap@acme.example' };
  const { id: accountId } = await t.db.write(ctx, (tx) => addAccount(tx, customer));
  const books = new RateBooks();
  const create = new CreateInvoice(new TaxQuotes(t.db, books), plainInvoiceFields(t.db));
  const send = new SendInvoice(t.db, new TaxRecorder(books));
  const made: InvoiceView[] = [];
  for (const total of totals) {
    const unitPrice = formatMinor(BigInt(total), 'EUR');
    const lines = [{ ...LINE, unitPrice }];
    const { id } = await create.execute(ctx, { accountId, currency: 'EUR', issueDate, lines });
    made.push(await send.execute(ctx, id, {}));
  }
  return made;
}

/** What the books say of one invoice, in minor units. */
export interface InvoiceBooks {
  readonly status: string;
  readonly total: bigint;
  readonly paid: bigint;
  readonly balance: bigint;
}

export interface PaymentBooks {
  readonly providerPaymentId: string | null;
  readonly invoiceId: string | null;
  readonly status: string;
  readonly amount: bigint;
  readonly applied: bigint;
  readonly onAccount: bigint;
  readonly refunded: bigint;
}

/** Reads an invoice's money from its row. */
export function invoiceBooks(t: TestDatabase, ctx: Ctx, id: string): Promise<InvoiceBooks> {
  return t.db.read(ctx, (tx) =>
    tx.one<InvoiceBooks>(
      'select status, total, paid_amount as paid, balance from receivables.invoice where id = $1',
      [id],
    ),
  );
}

/** Every payment of a company, in the order of their numbers. */
export function paymentBooks(t: TestDatabase, ctx: Ctx): Promise<PaymentBooks[]> {
  return t.db.read(ctx, (tx) =>
    tx.rows<PaymentBooks>(
      `select provider_payment_id as "providerPaymentId", invoice_id as "invoiceId", status, amount,
         applied_amount as applied, on_account_amount as "onAccount", refunded_amount as refunded
       from receivables.payment order by number_seq`,
    ),
  );
}

/** Tables and not the views over them, which say it again. */
const TABLES = `select format('%I.%I', nspname, relname) as name
  from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where attname = 'company_id' and relkind = 'r' order by 1`;

/** A digest of all rows of a company in every table, by table: equal when nothing was written. */
export async function everythingOf(t: TestDatabase, ctx: Ctx): Promise<Record<string, string>> {
  return t.db.read(ctx, async (tx) => {
    const digests = (await tx.rows<{ name: string }>(TABLES)).map(
      ({ name }) =>
        `(select md5(string_agg(r::text, ',' order by r::text)) from ${name} r) as "${name}"`,
    );
    return tx.one(`select ${digests.join(', ')}`);
  });
}

/** Events of a type, as many as there were. */
export async function eventCount(t: TestDatabase, ctx: Ctx, type: string): Promise<number> {
  const found = await t.db.read(ctx, (tx) =>
    tx.one<{ count: number }>('select count(*)::int as count from outbox.event where type = $1', [
      type,
    ]),
  );
  return found.count;
}

import { Companies } from '@quittance/company/host';
import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { newId, systemClock, systemCtx, type Ctx } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { Client } from 'pg';
import { gatewayOf } from '@quittance/gateway/testing';

/** The n-th invoice of a company; ids are in order as those of the product are. */
export function invoiceId(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Where the payment numbers of a benchmark's company begin: found again wherever it is written. */
export const FIRST_NUMBER = 700_000_001;

/** A company that collects by a connector of its own, with sent invoices to pay. */
export interface PayingCompany {
  readonly ctx: Ctx;
  readonly webhookSecret: string;
  readonly invoices: number;
  /** Of each invoice, in minor units of EUR. */
  readonly total: bigint;
}

export interface Installation {
  readonly db: Database;
  readonly ownerUrl: string;
}

/** Makes a company with so many sent invoices over the same total. */
export async function payingCompany(
  { db, ownerUrl }: Installation,
  invoices: number,
  total: bigint,
): Promise<PayingCompany> {
  const now = systemClock.now();
  const company = {
    slug: `bench-${newId()}`,
    legalName: 'Bench Ltd',
    baseCurrency: 'EUR' as const,
  };
  const ctx = systemCtx(await new Companies(db).create(company, now), now, 'bench');
  const webhookSecret = `webhook-secret-${newId()}`;
  await gatewayOf(db, () => [new RazorpayProvider()]).putConnector.execute(ctx, {
    provider: 'razorpay',
    active: true,
    credentials: { keyId: 'rzp_bench_key', keySecret: 'rzp_bench_secret', webhookSecret },
    settings: {},
  });
  const customer = { name: 'Customer', email: 'ap@example.com' };
  const account = await db.write(ctx, (tx) => addAccount(tx, customer));
  await writeInvoices(ownerUrl, [ctx.companyId, account.id, invoices, total]);
  return { ctx, webhookSecret, invoices, total };
}

async function writeInvoices(ownerUrl: string, params: readonly unknown[]): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(INVOICES, [...params]);
    await owner.query(LINES, [params[0]]);
    await owner.query(INVOICE_COUNTER, [params[0], params[2]]);
    await owner.query(PAYMENT_COUNTER, [params[0], FIRST_NUMBER]);
    // Not the tables that are empty yet: plans made for an empty table stay when it grows.
    await owner.query('vacuum analyze receivables.invoice, receivables.invoice_line');
  } finally {
    await owner.end();
  }
}

const INVOICES = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total,
    paid_amount, credited_amount, balance, sent_at, created_at, updated_at)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    'INV-' || lpad(n::text, 6, '0'), '', n, 'sent', 'draft', $2::uuid, 'EUR', date '2026-03-01',
    date '2026-03-31', jsonb_build_object('name', 'Customer', 'taxRegistration', null, 'address',
      jsonb_build_object('line1', 'Street 1', 'line2', null, 'city', 'Berlin', 'region', null,
        'postalCode', '10115', 'country', 'DE')),
    $4::bigint, 0, $4::bigint, 0, 0, $4::bigint, now(), now(), now()
  from generate_series(1, $3::int) as n`;

const LINES = `
  insert into receivables.invoice_line (company_id, invoice_id, id, position, description, quantity,
    unit_price, net, tax, total)
  select i.company_id, i.id, gen_random_uuid(), 1, 'Work', 1, i.total / 100.0, i.total, 0, i.total
  from receivables.invoice i where i.company_id = $1`;

const INVOICE_COUNTER = `
  insert into numbering.counter (company_id, type, period, first_seq, last_seq, increment)
  values ($1, 'invoice', '', 1, $2, 1)`;

/** The number before the first was passed over: the verify command asks for each. */
const PAYMENT_COUNTER = `
  with skipped as (
    insert into numbering.skipped_number (company_id, type, period, seq, number, reason, created_at)
    values ($1, 'payment', '', $2::bigint - 1, 'PAY-' || ($2::bigint - 1), 'Benchmark', now()))
  insert into numbering.counter (company_id, type, period, first_seq, last_seq, increment)
  values ($1, 'payment', '', $2::bigint - 1, $2::bigint - 1, 1)`;

import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import type { AccountId, Ctx } from '@quittance/kernel';
import { Client } from 'pg';

export const INVOICES = 100_000;
const ACCOUNTS = 200;

/** The n-th invoice of the data; ids are in order as those of the product are. */
export function invoiceId(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Every tenth invoice is a draft; the rest are sent, viewed, overdue or paid. */
export const DRAFT_EVERY = 10;

/** A hundred thousand invoices of three lines over two years, in one company. */
export async function writeInvoices(
  ownerUrl: string,
  db: Database,
  ctx: Ctx,
): Promise<readonly AccountId[]> {
  const accounts = await db.write(ctx, async (tx) => {
    const made: AccountId[] = [];
    for (let i = 0; i < ACCOUNTS; i += 1) {
      const account = await addAccount(tx, { name: `Customer ${i}`, email: `c${i}@example.com` });
      made.push(account.id);
    }
    return made;
  });
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(INVOICE_ROWS, [ctx.companyId, accounts, INVOICES]);
  await client.query(LINE_ROWS, [ctx.companyId]);
  await client.query(COUNTER, [ctx.companyId, INVOICES]);
  await client.query('vacuum analyze');
  await client.end();
  return accounts;
}

const INVOICE_ROWS = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, bill_to, po_number, subtotal,
    tax_total, total, paid_amount, credited_amount, balance, sent_at, created_at, updated_at)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(f.n), 12, '0'))::uuid,
    'INV-' || lpad(f.n::text, 6, '0'), '', f.n, f.status, 'draft',
    ($2::uuid[])[1 + f.n % cardinality($2::uuid[])], 'EUR', f.issued, f.issued + 30,
    jsonb_build_object('name', 'Customer ' || f.n % 200, 'taxRegistration', null, 'address',
      jsonb_build_object('line1', 'Street 1', 'line2', null, 'city', 'Berlin', 'region', null,
        'postalCode', '10115', 'country', 'DE')),
    'PO-' || f.n, f.net, f.tax, f.net + f.tax,
    case f.status when 'paid' then f.net + f.tax else 0 end, 0,
    case f.status when 'paid' then 0 else f.net + f.tax end,
    case f.status when 'draft' then null else f.issued::timestamptz end, now(), now()
  from (
    select n, date '2024-03-01' + (n % 730) as issued, (n % 997 + 3) * 300 as net,
      (n % 997 + 3) * 57 as tax,
      (array['draft','sent','viewed','overdue','paid','paid','paid','paid','paid','paid'])[1 + n %
      10]
        as status
    from generate_series(1, $3::int) as n
  ) f`;

const LINE_ROWS = `
  insert into receivables.invoice_line (company_id, invoice_id, id, position, description, quantity,
    unit_price, net, requested_tax_rate, tax_rate, taxes, tax, total)
  select i.company_id, i.id, gen_random_uuid(), p, 'Position ' || p, 1, i.subtotal / 300.0,
    i.subtotal / 3, 19, 19,
    jsonb_build_array(jsonb_build_object('jurisdiction', null, 'kind', 'line_rate', 'taxCode', null,
      'rate', '19', 'base', (i.subtotal / 3)::text, 'tax', (i.tax_total / 3)::text)),
    i.tax_total / 3, (i.subtotal + i.tax_total) / 3
  from receivables.invoice i cross join generate_series(1, 3) as p where i.company_id = $1`;

const COUNTER = `
  insert into numbering.counter (company_id, type, period, first_seq, last_seq, increment)
  values ($1, 'invoice', '', 1, $2, 1)`;

import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { newId, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { assignNumbers } from '@quittance/numbering';

export interface InvoiceFacts {
  readonly total?: bigint;
  readonly currency?: Currency;
  readonly status?: string;
  readonly salesOrderId?: string | null;
  readonly issueDate?: string;
  readonly dueDate?: string;
  readonly accountId?: AccountId;
}

export interface OutstandingInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly accountId: AccountId;
}

/** A sent invoice of 118.00 EUR with nothing paid, unless told otherwise. */
export function anOutstandingInvoice(
  db: Database,
  ctx: Ctx,
  facts: InvoiceFacts = {},
): Promise<OutstandingInvoice> {
  const { total = 11_800n, currency = 'EUR', status = 'sent' } = facts;
  const issueDate = parseLocalDate(facts.issueDate ?? '2026-03-01');
  return db.write(ctx, async (tx) => {
    const customer = { name: 'Asha <Traders>', email: 'ap@asha.example' };
    const accountId = facts.accountId ?? (await addAccount(tx, customer)).id;
    const [number] = await assignNumbers(tx, 'invoice', [issueDate]);
    const id = newId<'invoice'>();
    const closed = ['void', 'cancelled', 'paid'].includes(status);
    await tx.run(
      `insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
         account_id, currency, issue_date, due_date, sales_order_id, bill_to, subtotal, tax_total,
         total, paid_amount, balance, sent_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
         $16, $10, $11, $12, 0, $12, $13, $14, $15, $15, $15)`,
      [
        ctx.companyId,
        id,
        number?.number,
        number?.period,
        number?.seq,
        status,
        accountId,
        currency,
        issueDate,
        facts.salesOrderId ?? null,
        JSON.stringify({ name: customer.name, address: {}, taxRegistration: null }),
        total,
        status === 'paid' ? total : 0n,
        closed ? 0n : total,
        ctx.now,
        facts.dueDate ?? '2026-03-31',
      ],
    );
    await tx.run(
      `insert into receivables.invoice_line (company_id, invoice_id, id, position, description,
         quantity, unit_price, net, tax, total)
       values ($1, $2, $3, 1, 'Work', 1, 0, $4, 0, $4)`,
      [ctx.companyId, id, newId(), total],
    );
    return { id, number: number?.number ?? '', accountId };
  });
}

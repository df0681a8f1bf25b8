import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { bulkCtx, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { InvoiceStatus } from '../invoices/invoice.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { invoiceSummary } from '../invoices/invoice.view.js';
import { changedFrom, markWritten } from '../invoice-records/written-invoices.js';
import { readToday } from '@quittance/company';

/** Invoices of one transaction. */
const BATCH = 1000;

/**
 * Lets sent and viewed invoices with an open balance fall due, by `invoice_status_index`. Invoices
 * that somebody is just changing are left to the next sweep.
 */
const FALL_DUE = sql(`
  update receivables.invoice i set status = 'overdue', version = i.version + 1, updated_at = $3
  from (select o.id, o.status from receivables.invoice o
    where o.company_id = $1 and o.status in ('sent', 'viewed') and o.due_date < $2 and o.balance > 0
    order by o.id limit ${BATCH} for no key update skip locked) d
  where i.company_id = $1 and i.id = d.id
  returning ${invoices.select('i')}, d.status as "statusBefore"`);

type FallenDue = Invoice & { readonly statusBefore: InvoiceStatus };

/**
 * Marks what is overdue in the company's time zone: the due day itself is not. A partially paid
 * invoice keeps its state. Any number of workers may sweep at once.
 */
@Injectable()
export class SweepOverdue {
  constructor(private readonly db: Database) {}

  /** How many invoices became overdue. */
  async execute(ctx: Ctx): Promise<number> {
    for (let total = 0; ;) {
      const count = await this.db.write(bulkCtx(ctx), fallDue, { answers: false });
      total += count;
      if (count < BATCH) return total;
    }
  }
}

async function fallDue(tx: Tx): Promise<number> {
  const today = await readToday(tx);
  const fallen = await tx.rows<FallenDue>(FALL_DUE, [tx.ctx.companyId, today, tx.ctx.now]);
  markWritten(
    tx,
    fallen.map((invoice) => changedFrom(invoice)),
  );
  for (const { statusBefore, ...invoice } of fallen) {
    const record = { object: 'invoice', recordId: invoice.id };
    const data = invoiceSummary(invoice);
    const [before, after] = [{ status: statusBefore }, { status: invoice.status }];
    emit(tx, { type: 'invoice.overdue', ...record, data, before });
    audit(tx, { action: 'invoice.overdue', ...record, before, after });
  }
  return fallen.length;
}

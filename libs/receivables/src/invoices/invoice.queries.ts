import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { CompanyCalendar } from '../company-calendar.js';
import { invoices, linesOf, type Invoice } from './invoice.repository.js';
import { invoiceView, type InvoiceView } from './invoice.view.js';

/** One invoice, by primary key. */
const FIND_INVOICE = sql(`
  select ${invoices.select('i')} from receivables.invoice i where i.company_id = $1 and i.id = $2`);

/** By the unique index of numbers. */
const FIND_BY_NUMBER = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.number = $2`);

/** An invoice without its lines, not locked. */
export function findInvoice(tx: Tx, id: InvoiceId): Promise<Invoice | undefined> {
  return tx.maybe<Invoice>(FIND_INVOICE, [tx.ctx.companyId, id]);
}

/** Reads of single invoices. */
@Injectable()
export class InvoiceQueries {
  constructor(
    private readonly db: Database,
    private readonly calendar: CompanyCalendar,
  ) {}

  /** @throws DomainError not_found */
  async invoice(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    const [today, [invoice, lines]] = await Promise.all([
      this.calendar.today(ctx),
      this.db.readInOneFlight(ctx, (tx) => Promise.all([findInvoice(tx, id), linesOf(tx, id)])),
    ]);
    return viewOf(invoice, lines, today);
  }

  /** Before a list under an invoice is read: of no invoice there is no list, not an empty one. */
  async mustExist(ctx: Ctx, id: InvoiceId): Promise<void> {
    const invoice = await this.db.read(ctx, (tx) => findInvoice(tx, id));
    if (!invoice) throw notFound({ object: 'invoice' });
  }

  /** @throws DomainError not_found */
  async invoiceByNumber(ctx: Ctx, number: string): Promise<InvoiceView> {
    const today = await this.calendar.today(ctx);
    return this.db.read(ctx, async (tx) => {
      const invoice = await tx.maybe<Invoice>(FIND_BY_NUMBER, [ctx.companyId, number]);
      return viewOf(invoice, invoice ? await linesOf(tx, invoice.id) : [], today);
    });
  }
}

function viewOf(
  invoice: Invoice | undefined,
  lines: Parameters<typeof invoiceView>[1],
  today: LocalDate,
): InvoiceView {
  if (!invoice) throw notFound({ object: 'invoice' });
  return invoiceView(invoice, lines, today);
}

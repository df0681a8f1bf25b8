import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { CompanyCalendar } from '../company-calendar.js';
import { overdueList, type OverdueList } from './overdue.lists.js';
import { invoiceProof, type InvoiceProof } from '../proofs/invoice-proof.js';
import { FIGURES_AS_OF, FIGURES_NOW } from './statistics.sql.js';
import { statisticsView, type FiguresRow, type InvoiceStatistics } from './statistics.js';

/** Reads over many invoices, now or as of a day, and the proof of one. */
@Injectable()
export class InvoiceFigures {
  constructor(
    private readonly db: Database,
    private readonly calendar: CompanyCalendar,
  ) {}

  /**
   * Without a day: the invoices as they stand, ageing to today. With one: as they stood at its
   * end, from the payments and credits dated until then.
   */
  async statistics(ctx: Ctx, asOf?: LocalDate): Promise<InvoiceStatistics> {
    const [today, timeZone] = [await this.calendar.today(ctx), await this.calendar.timeZone(ctx)];
    const rows = await this.db.read(ctx, (tx) =>
      asOf === undefined
        ? tx.rows<FiguresRow>(FIGURES_NOW, [ctx.companyId, today])
        : tx.rows<FiguresRow>(FIGURES_AS_OF, [ctx.companyId, asOf, timeZone]),
    );
    return statisticsView(asOf ?? today, rows);
  }

  /** The list of invoices with money open after their due date, whatever was sent. */
  async overdue(ctx: Ctx, asOf?: LocalDate): Promise<OverdueList> {
    const today = await this.calendar.today(ctx);
    return overdueList(today, asOf, await this.calendar.timeZone(ctx));
  }

  /** @throws DomainError not_found */
  proof(ctx: Ctx, id: InvoiceId): Promise<InvoiceProof> {
    return this.db.readInOneFlight(ctx, (tx) => invoiceProof(tx, id));
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { reach } from '@quittance/access';
import { CompanyCalendar } from '../company-calendar.js';
import { invoiceNoun } from '../invoices/invoice.description.js';
import { overdueList, type OverdueList } from './overdue.lists.js';
import { invoiceProof, type InvoiceProof } from '../proofs/invoice-proof.js';
import { figuresAmong, FIGURES_AS_OF, FIGURES_NOW } from './statistics.sql.js';
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
    const params: unknown[] = [ctx.companyId, asOf ?? today];
    if (asOf !== undefined) params.push(timeZone);
    const bind = (value: unknown) => `$${params.push(value)}`;
    const seen = reach.rows(ctx, invoiceNoun.reach, 'i', bind);
    const [now, then] =
      seen === null
        ? [FIGURES_NOW, FIGURES_AS_OF]
        : [figuresAmong.now(` and ${seen}`), figuresAmong.asOf(` and ${seen}`)];
    const rows = await this.db.read(ctx, (tx) =>
      tx.rows<FiguresRow>(asOf === undefined ? now : then, params),
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

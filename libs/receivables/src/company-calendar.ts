import { Injectable } from '@nestjs/common';
import { readCompanyTerms } from '@quittance/company';
import { Database } from '@quittance/database';
import { dateAt, type LocalDate } from '@quittance/calendar';
import type { CompanyId, Ctx } from '@quittance/kernel';

/** How long a changed time zone may go unseen, in milliseconds. */
const KEPT_FOR = 5_000;
const MOST_KEPT = 10_000;

/**
 * The companies' dates for reads that only show them. Writes decide by the company's row of their
 * own transaction instead (`readToday`); here its time zone may be some seconds old, which spares
 * every list and detail a statement.
 */
@Injectable()
export class CompanyCalendar {
  private readonly zones = new Map<CompanyId, { timeZone: string; until: number }>();

  constructor(private readonly db: Database) {}

  async today(ctx: Ctx): Promise<LocalDate> {
    return dateAt(ctx.now, await this.timeZone(ctx));
  }

  async timeZone(ctx: Ctx): Promise<string> {
    const known = this.zones.get(ctx.companyId);
    const at = performance.now();
    if (known && known.until > at) return known.timeZone;
    const { timeZone } = await this.db.read(ctx, readCompanyTerms);
    if (this.zones.size >= MOST_KEPT) this.zones.clear();
    this.zones.set(ctx.companyId, { timeZone, until: at + KEPT_FOR });
    return timeZone;
  }
}

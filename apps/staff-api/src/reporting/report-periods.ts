import { Injectable } from '@nestjs/common';
import { CompanyCalendar } from '@quittance/receivables';
import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { checkedPeriod, type ReportPeriod } from '@quittance/reporting/host';

/**
 * The days of a report as they were asked for; from the first of the month to today unless said.
 */
@Injectable()
export class ReportPeriods {
  constructor(private readonly calendar: CompanyCalendar) {}

  /** @throws DomainError validation_failed */
  async of(
    ctx: Ctx,
    asked: { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined },
  ): Promise<ReportPeriod> {
    const to = asked.to ?? (await this.calendar.today(ctx));
    return checkedPeriod(asked.from ?? parseLocalDate(`${to.slice(0, 8)}01`), to);
  }
}

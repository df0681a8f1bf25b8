import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import { addDays, addMonths, daysBetween, type LocalDate } from '@quittance/calendar';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { ForecastAsk, ForecastRow } from './forecast.js';
import { readForecast } from './forecast.queries.js';

const MOST_DAYS = 3660;

export interface Forecast extends ForecastAsk {
  readonly rows: readonly ForecastRow[];
}

export type ForecastRequest = Omit<ForecastAsk, 'from' | 'to'> & {
  readonly from?: LocalDate;
  readonly to?: LocalDate;
};

/** A year from a day on, as far as there are days. */
function yearFrom(day: LocalDate): LocalDate {
  return day < '9999-01-01' ? addDays(addMonths(day, 12), -1) : ('9999-12-31' as LocalDate);
}

/** What deals are expected to bring, and brought. */
@Injectable()
export class ReadForecast {
  constructor(private readonly db: Database) {}

  /**
   * From the first of this month for a year where nothing is told.
   * @throws DomainError validation_failed when the days are in the wrong order or too far apart
   */
  execute(ctx: Ctx, request: ForecastRequest): Promise<Forecast> {
    return this.db.read(ctx, async (tx) => {
      const today = companyToday(await readCompany(tx), ctx.now);
      const from = request.from ?? (`${today.slice(0, 7)}-01` as LocalDate);
      const to = request.to ?? yearFrom(from);
      if (to < from) throw invalidField('/to', 'min', 'must not be before from');
      if (daysBetween(from, to) > MOST_DAYS) {
        throw invalidField('/to', 'max', `must not be more than ${MOST_DAYS} days after from`);
      }
      const ask = { ...request, from, to };
      return { ...ask, rows: await readForecast(tx, ask) };
    });
  }
}

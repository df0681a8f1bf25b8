import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database } from '@quittance/database';
import { formatMinor, parseMinor, type Currency } from '@quittance/money';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { exchangeRateMissing } from '../crm.errors.js';
import { convertMinor, wayBetween, type ConversionStep } from './convert-amount.js';
import { ratesOnDay } from './rates-on-day.queries.js';

export interface ConversionAsk {
  readonly from: Currency;
  readonly to: Currency;
  /** Decimal text in major units of `from`. */
  readonly amount: string;
  /** Today where the company is when absent. */
  readonly on?: LocalDate;
  /** Only rates of this source. */
  readonly source?: string;
}

/** An amount in another currency, and how it came about. */
export interface Conversion {
  readonly from: Currency;
  readonly to: Currency;
  readonly amount: string;
  readonly converted: string;
  readonly on: LocalDate;
  /** In the order of the way; none for one currency. */
  readonly rates: readonly ConversionStep[];
}

/**
 * Says what an amount was worth in another currency on a day, by the rates that the company keeps.
 */
@Injectable()
export class ConvertCurrency {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, exchange_rate_missing */
  execute(ctx: Ctx, ask: ConversionAsk): Promise<Conversion> {
    const { from, to, source = null } = ask;
    const minor = parseMinor(ask.amount, from);
    if (minor === undefined) {
      throw invalidField('/amount', 'precision', `has more digits than an amount in ${from} has`);
    }
    return this.db.read(ctx, async (tx) => {
      const terms = await readCompanyTerms(tx);
      const on = ask.on ?? companyToday(terms, ctx.now);
      const { baseCurrency } = terms;
      const known = await ratesOnDay(tx, [from, to, baseCurrency], on, source);
      const rates = wayBetween(known, from, to, baseCurrency);
      if (!rates) throw exchangeRateMissing({ from, to, on });
      const converted = formatMinor(convertMinor(minor, from, to, rates), to);
      return { from, to, amount: formatMinor(minor, from), converted, on, rates };
    });
  }
}

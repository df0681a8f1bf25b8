import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { exchangeRatesOn } from '@quittance/crm';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { OPEN_ORDER_STATUSES, type UtilisationRate } from './credit-utilisation.lists.js';

/** In which currencies anything is owed, and in which credit is counted. */
const CURRENCIES = sql(`
  select distinct i.currency, 'owed' as kind from receivables.pub_invoice i
  where i.company_id = $1 and i.balance > 0
  union
  select distinct o.currency, 'owed' from sales.pub_sales_order o
  where o.company_id = $1 and o.status in ${OPEN_ORDER_STATUSES}
  union all
  select distinct l.default_currency, 'counted' from crm.pub_ledger_account l
  where l.company_id = $1 and l.account_id is not null`);

interface CurrencyRow {
  readonly currency: Currency;
  readonly kind: 'owed' | 'counted';
}

/** By which of today's rates the report on credit counts; of a pair without a way there is none. */
@Injectable()
export class UtilisationRates {
  constructor(private readonly db: Database) {}

  execute(ctx: Ctx): Promise<readonly UtilisationRate[]> {
    return this.db.read(ctx, async (tx) => {
      const [rows, today] = await Promise.all([
        tx.rows<CurrencyRow>(CURRENCIES, [ctx.companyId]),
        readToday(tx),
      ]);
      const of = (kind: CurrencyRow['kind']) =>
        rows.filter((row) => row.kind === kind).map(({ currency }) => currency);
      const rates = await exchangeRatesOn(
        tx,
        rows.map(({ currency }) => currency),
        today,
      );
      return of('owed').flatMap((from) =>
        of('counted').flatMap((to) => {
          const factor = from === to ? undefined : rates.factor(from, to);
          return factor ? [{ from, to, ...factor }] : [];
        }),
      );
    });
  }
}

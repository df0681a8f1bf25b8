import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import type { PortalCtx } from '../actors/portal-actor.js';
import { invoicesWithin } from '../reach/customer-reach.js';
import { resolveScope, type PortalScope } from '../scope/portal-scope.js';

interface CurrencyRow {
  readonly currency: Currency;
  readonly openInvoices: number;
  readonly overdueInvoices: number;
  readonly open: bigint;
  readonly overdue: bigint;
  readonly nextDueDate: LocalDate | null;
}

interface MonthRow {
  readonly currency: Currency;
  readonly month: string;
  readonly total: bigint;
  readonly open: bigint;
}

const MONTHS = 12;

/** What the accounts in reach have to pay, and what the last months came to. */
@Injectable()
export class SumUpInvoices {
  constructor(private readonly db: Database) {}

  /** Sums are told to those alone who may see prices; @param today of the company. */
  execute(ctx: PortalCtx, today: LocalDate) {
    return this.db.read(ctx, async (tx) => {
      const scope = await resolveScope(tx, ctx.portal);
      const rows = await openOf(tx, scope, today);
      const counted = (of: (row: CurrencyRow) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0);
      const dueDates = rows.flatMap(({ nextDueDate }) => nextDueDate ?? []).sort();
      const shown = {
        openInvoices: counted((row) => row.openInvoices),
        overdueInvoices: counted((row) => row.overdueInvoices),
        nextDueDate: dueDates[0] ?? null,
      };
      if (!scope.rights.has('seePricing')) return shown;
      const months = await monthsOf(tx, scope, today);
      return { ...shown, currencies: rows.map((row) => inCurrency(row, months)) };
    });
  }
}

function inCurrency({ currency, open, overdue }: CurrencyRow, all: readonly MonthRow[]) {
  const money = (minor: bigint) => formatMinor(minor, currency);
  const months = all.filter((each) => each.currency === currency).slice(0, MONTHS);
  return {
    currency,
    open: money(open),
    overdue: money(overdue),
    months: months.map(({ month, total, open: left }) => ({
      month,
      total: money(total),
      open: money(left),
    })),
  };
}

function openOf(tx: Tx, scope: PortalScope, today: LocalDate): Promise<CurrencyRow[]> {
  const params: unknown[] = [tx.ctx.companyId, today];
  const within = invoicesWithin(scope, (value) => `$${params.push(value)}`);
  return tx.rows<CurrencyRow>(
    sql(`select i.currency,
       count(*) filter (where i.balance > 0)::int as "openInvoices",
       count(*) filter (where i.balance > 0 and i.due_date < $2::date)::int as "overdueInvoices",
       coalesce(sum(i.balance), 0)::bigint as open,
       coalesce(sum(i.balance) filter (where i.due_date < $2::date), 0)::bigint as overdue,
       min(i.due_date) filter (where i.balance > 0 and i.due_date >= $2::date) as "nextDueDate"
     from receivables.pub_invoice i
     where i.company_id = $1::uuid and (${within})
     group by i.currency order by i.currency`),
    params,
  );
}

function monthsOf(tx: Tx, scope: PortalScope, today: LocalDate): Promise<MonthRow[]> {
  const params: unknown[] = [tx.ctx.companyId, addDays(today, -366)];
  const within = invoicesWithin(scope, (value) => `$${params.push(value)}`);
  return tx.rows<MonthRow>(
    sql(`select i.currency, to_char(i.issue_date, 'YYYY-MM') as month,
       sum(i.total)::bigint as total, sum(i.balance)::bigint as open
     from receivables.pub_invoice i
     where i.company_id = $1::uuid and i.issue_date > $2::date and i.status <> 'void'
       and (${within})
     group by i.currency, to_char(i.issue_date, 'YYYY-MM')
     order by i.currency, month desc`),
    params,
  );
}

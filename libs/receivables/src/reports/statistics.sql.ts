import { sql } from '@quittance/database';
import { balanceAsOf, disputedAsOf, ISSUED, joinMoneyAsOf, statusAsOf } from './as-of.sql.js';
import { disputedAmountOf } from '../disputes/undisputed-balance.js';

/** Days of billing that days sales outstanding are measured against. */
export const DSO_DAYS = 90;

/** What is drafted has no age: it is in the balance of its status alone. */
const bucket = (name: string, condition: string) => `
  count(*) filter (where f.balance > 0 and f.issued and ${condition})::int as "${name}Count",
  coalesce(sum(f.balance) filter (where f.issued and ${condition}), 0)::text as "${name}",
  coalesce(sum(f.disputed) filter (where f.issued and ${condition}), 0)::text as "${name}Disputed"`;

/** One row per status and currency, with all that is summed over statuses afterwards. */
const figuresOf = (from: string) => `
  select f.status, f.currency, count(*)::int as count, sum(f.total)::text as total,
    sum(f.balance)::text as balance,
    ${bucket('current', 'f.due_date >= $2::date')},
    ${bucket('days1To30', '$2::date - f.due_date between 1 and 30')},
    ${bucket('days31To60', '$2::date - f.due_date between 31 and 60')},
    ${bucket('days61To90', '$2::date - f.due_date between 61 and 90')},
    ${bucket('over90', '$2::date - f.due_date > 90')},
    coalesce(sum(f.total) filter (
      where f.issue_date > $2::date - ${DSO_DAYS} and f.issue_date <= $2::date), 0)::text as billed
  from ${from} f
  group by f.status, f.currency order by f.currency, f.status`;

/**
 * Invoices as they stand: one pass over the company's rows. What is dated ahead is not yet there,
 * as it is not on a day in the past.
 */
const figuresNow = (seen: string) =>
  figuresOf(`(select i.status, i.currency, i.total, i.balance, ${disputedAmountOf('i')} as disputed,
      i.due_date, i.issue_date, ${ISSUED} as issued
    from receivables.invoice i where i.company_id = $1 and i.issue_date <= $2::date${seen})`);
export const FIGURES_NOW = sql(figuresNow(''));

const THEN = { date: '$2::date', timeZone: '$3' };

/** Invoices as they stood at the end of a day, from the append-only rows; hash joins. */
const figuresAsOf = (seen: string) =>
  figuresOf(`(select ${statusAsOf(THEN)} as status, i.currency, i.total,
      ${balanceAsOf(THEN)} as balance, ${disputedAsOf(THEN)} as disputed, i.due_date, i.issue_date,
      ${ISSUED} as issued
    from receivables.invoice i ${joinMoneyAsOf(THEN)}
    where i.company_id = $1 and i.issue_date <= $2::date${seen})`);
export const FIGURES_AS_OF = sql(figuresAsOf(''));

/** The same of some invoices alone, by SQL over `receivables.invoice i`. */
export const figuresAmong = { now: figuresNow, asOf: figuresAsOf } as const;

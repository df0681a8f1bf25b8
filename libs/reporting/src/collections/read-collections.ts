import { Injectable } from '@nestjs/common';
import { CompanyCalendar, moneyAsOf } from '@quittance/receivables';
import { Database, sql } from '@quittance/database';
import { addDays } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import type { ReportPeriod } from '../cash/cash.lists.js';
import { toldOfAccounts } from '../report-scope.js';
import { collectionsLine, type CollectionsLine, type CollectionsRow } from './collections.js';

const SUBJECTS = ['invoices'];
/** What narrows rows with an `account_id` to what whoever asks may see, behind their conditions. */
type Told = (alias: string) => string;

/** Invoices that charge a customer, by the date they bear: those ever issued. */
const ISSUED = (alias: string) => `${alias}.status not in ('draft', 'pending', 'cancelled')
  and (${alias}.status <> 'void' or ${alias}.sent_at is not null)`;

/** What was owed at the end of a day. */
const RECEIVABLES = (date: string, told: Told) => `
  (select i.currency, ${moneyAsOf.balance({ date, timeZone: '$5' })} as balance, i.due_date
   from receivables.pub_invoice i ${moneyAsOf.joined({ date, timeZone: '$5' })}
   where i.company_id = $1 and i.issue_date <= ${date} and ${ISSUED('i')}${told('i')})`;

/** Before it nothing is owed. */
const FIRST_DAY = '0001-01-01';

/** Credit that was applied: what a payment has left on account is money (`=`), the rest is not. */
const APPLIED = (isMoney: '=' | '<>') => `
      select c.invoice_id, c.amount, c.applied_on from receivables.pub_credit_application c
      join receivables.pub_credit_note n on n.company_id = $1 and n.id = c.credit_note_id
      where c.company_id = $1 and c.applied_on between $3::date and $4::date
        and n.kind ${isMoney} 'on_account'`;

/**
 * $2 the day before the period, $3 its first and $4 its last day; by the date indexes. What is void
 * by then was never billed; what is voided later was, and is owed on the last day. What was billed
 * before the period and voided in it was owed on its first day: it is taken off what is billed.
 */
const collectionsText = (told: Told) => `
  select f.currency, sum(f.opening)::text as opening, sum(f.billed)::text as billed,
    sum(f.closing)::text as closing, sum(f.closing_current)::text as "closingCurrent",
    sum(f.collected)::text as collected, sum(f.credited)::text as credited,
    sum(f.written_off)::text as "writtenOff",
    sum(f.paid)::text as paid, sum(f.paid_days)::text as "paidDays",
    sum(f.billed90)::text as billed90
  from (
    select currency, balance as opening, 0 as billed, 0 as closing, 0 as closing_current,
      0 as collected, 0 as credited, 0 as written_off, 0 as paid, 0 as paid_days, 0 as billed90
    from ${RECEIVABLES('$2::date', told)} o
    union all
    select currency, 0, 0, balance, case when due_date >= $4::date then balance else 0 end, 0, 0, 0,
      0, 0, 0 from ${RECEIVABLES('$4::date', told)} c
    union all
    select currency, 0, case when issue_date >= $3::date then total else 0 end, 0, 0, 0, 0, 0, 0, 0,
      case when issue_date > $4::date - 90 then total else 0 end
    from receivables.pub_invoice b where company_id = $1 and ${ISSUED('b')}
      and (status <> 'void' or (closed_at at time zone $5)::date > $4::date)
      and issue_date >= least($3::date, $4::date - 89) and issue_date <= $4::date${told('b')}
    union all
    select currency, 0, -total, 0, 0, 0, 0, 0, 0, 0, 0
    from receivables.pub_invoice v where company_id = $1 and status = 'void' and ${ISSUED('v')}
      and issue_date < $3::date
      and (closed_at at time zone $5)::date between $3::date and $4::date${told('v')}
    union all
    select i.currency, 0, 0, 0, 0, a.amount, 0, 0, greatest(a.amount, 0),
      greatest(a.amount, 0) * (a.applied_on - i.issue_date), 0
    from (
      select a.invoice_id, a.amount, a.applied_on from receivables.pub_payment_allocation a
      where a.company_id = $1 and a.applied_on between $3::date and $4::date
      union all ${APPLIED('=')}) a
    join receivables.pub_invoice i on i.company_id = $1 and i.id = a.invoice_id${told('i')}
    union all
    select i.currency, 0, 0, 0, 0, 0, a.amount, 0, 0, 0, 0 from (${APPLIED('<>')}) a
    join receivables.pub_invoice i on i.company_id = $1 and i.id = a.invoice_id${told('i')}
    union all
    select i.currency, 0, 0, 0, 0, 0, 0, w.amount, 0, 0, 0
    from receivables.pub_write_off w
    join receivables.pub_invoice i on i.company_id = $1 and i.id = w.invoice_id${told('i')}
    where w.company_id = $1 and w.applied_on between $3::date and $4::date
  ) f group by f.currency order by f.currency`;

const COLLECTIONS = sql(collectionsText(() => ''));

/** How well a company collects. */
@Injectable()
export class ReadCollections {
  constructor(
    private readonly db: Database,
    private readonly calendar: CompanyCalendar,
  ) {}

  /**
   * One line per currency; from the append-only rows, so a day in the past tells the same for ever.
   */
  async execute(ctx: Ctx, { from, to }: ReportPeriod): Promise<CollectionsLine[]> {
    const timeZone = await this.calendar.timeZone(ctx);
    const before = from === FIRST_DAY ? null : addDays(from, -1);
    const params: unknown[] = [ctx.companyId, before, from, to, timeZone];
    const isWhole = toldOfAccounts(ctx, SUBJECTS, 'i', () => '') === null;
    const bind = (value: unknown) => `$${params.push(value)}`;
    const told: Told = (alias) => ` and ${toldOfAccounts(ctx, SUBJECTS, alias, bind)}`;
    const text = isWhole ? COLLECTIONS : collectionsText(told);
    const rows = await this.db.read(ctx, (tx) => tx.rows<CollectionsRow>(text, params));
    return rows.map(collectionsLine);
  }
}

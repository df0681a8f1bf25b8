import { APP_ROLE, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const TABLES = [
  'receivables.invoice',
  'receivables.invoice_line',
  'receivables.payment',
  'receivables.payment_allocation',
  'receivables.credit_application',
];

/** What proves the books, and what keeps the planner's statistics of them. */
export class Books1764000490006 extends ForwardMigration {
  name = 'Books1764000490006';

  async up(runner: QueryRunner): Promise<void> {
    await proveBooks(runner);
    await proveNotes(runner);
    await refreshStatistics(runner);
  }
}

/**
 * Lets a money transaction prove itself before it commits: the amounts kept in invoices, payments
 * and credit notes must equal the sums of their append-only rows. It raises instead of answering,
 * so that the commit sent right behind it cannot succeed.
 */
async function proveBooks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create function receivables.check_books(company uuid, invoices uuid[], payments uuid[],
      notes uuid[])
    returns void language plpgsql stable as $$
    declare wrong text;
    begin
      select 'invoice ' || i.number into wrong from receivables.invoice i
      where i.company_id = company and i.id = any(invoices) and (
        i.paid_amount <> (select coalesce(sum(a.amount), 0) from receivables.payment_allocation a
          where a.company_id = company and a.invoice_id = i.id)
        or i.credited_amount <> (select coalesce(sum(c.amount), 0)
          from receivables.credit_application c
          where c.company_id = company and c.invoice_id = i.id)
        or (i.subtotal, i.tax_total) <> (select coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)
          from receivables.invoice_line l where l.company_id = company and l.invoice_id = i.id)
        or (i.balance = 0 and i.total > 0 and i.status not in ('paid', 'void', 'cancelled'))
        or (i.paid_amount + i.credited_amount > 0
          and i.status not in ('paid', 'partially_paid', 'disputed')))
      limit 1;
      if wrong is null then
        select 'payment ' || p.number into wrong from receivables.payment p
        where p.company_id = company and p.id = any(payments) and (
          p.applied_amount <> (select coalesce(sum(a.amount), 0)
            from receivables.payment_allocation a
            where a.company_id = company and a.payment_id = p.id and a.refund_id is null)
          or p.on_account_amount <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.payment_id = p.id and n.kind = 'on_account')
          or p.refunded_amount <> (select coalesce(sum(r.amount), 0) from receivables.refund r
            where r.company_id = company and r.payment_id = p.id))
        limit 1;
      end if;
      if wrong is null then
        select 'credit note ' || n.number into wrong from receivables.credit_note n
        where n.company_id = company and n.id = any(notes) and (
          n.applied_amount <> (select coalesce(sum(c.amount), 0)
            from receivables.credit_application c
            where c.company_id = company and c.credit_note_id = n.id)
          or (n.payment_id is not null and n.refunded_amount <> (
            select coalesce(sum(r.from_credit), 0) from receivables.refund r
            where r.company_id = company and r.payment_id = n.payment_id)))
        limit 1;
      end if;
      if wrong is not null then
        raise exception using errcode = 'QB001',
          message = format('The books of %s do not agree', wrong);
      end if;
    end $$`);
}

/** Notes are checked apart from the rest of the books: captures without one pay nothing for it. */
async function proveNotes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create function receivables.check_credit_notes(company uuid, changed uuid[])
    returns void language plpgsql stable as $$
    declare wrong text;
    begin
      select 'credit note ' || n.number into wrong from receivables.credit_note n
      where n.company_id = company and n.id = any(changed) and n.kind = 'credit'
        and (n.subtotal, n.tax_total) <> (
          select coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)
          from receivables.credit_note_line l
          where l.company_id = company and l.credit_note_id = n.id)
      limit 1;
      if wrong is null then
        select 'invoice ' || i.number into wrong from receivables.invoice i
        where i.company_id = company and i.id in (select n.invoice_id from receivables.credit_note n
            where n.company_id = company and n.id = any(changed) and n.kind = 'credit')
          and i.noted_amount <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.invoice_id = i.id and n.kind = 'credit'
              and n.status <> 'void')
        limit 1;
      end if;
      if wrong is not null then
        raise exception using errcode = 'QB001',
          message = format('The books of %s do not agree', wrong);
      end if;
    end $$`);
}

/**
 * Lets the application refresh the planner's statistics of the books: after a bulk load they would
 * be those of an empty table until autovacuum comes by, and reports would be planned for that.
 */
async function refreshStatistics(runner: QueryRunner): Promise<void> {
  const signature = 'receivables.door_refresh_statistics()';
  await runner.query(`create function ${signature} returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$ begin analyze (skip_locked) ${TABLES.join(', ')}; end $$`);
  await runner.query(`revoke all on function ${signature} from public`);
  await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
}

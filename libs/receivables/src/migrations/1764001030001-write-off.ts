import { ForwardMigration, createCompanyTable, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const WRITE_OFF = {
  name: 'receivables.pub_write_off',
  of: 'receivables.write_off',
  says: 'What of an invoice is expected of nobody any more, or is again; written once.',
  columns: {
    company_id: 'The company.',
    id: 'The row.',
    invoice_id: 'The invoice.',
    kind: 'written_off, undone by a person, or recovered where money came after all.',
    amount: "In minor units of the invoice's currency; negative where it is expected again.",
    applied_on: 'The day from which it counts.',
  },
};

/**
 * What is left of an invoice can be written off: by a row that is never changed, beside what was
 * paid and credited. Whoever expects it again, or is paid it after all, writes another.
 */
export class WriteOff1764001030001 extends ForwardMigration {
  name = 'WriteOff1764001030001';
  readonly publishes = [WRITE_OFF];

  async up(runner: QueryRunner): Promise<void> {
    await amountsOfInvoice(runner);
    await createCompanyTable(
      runner,
      'receivables.write_off',
      `id uuid not null,
       invoice_id uuid not null,
       kind text not null,
       amount bigint not null,
       reason text,
       applied_on date not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint write_off_kind_check check (kind in ('written_off', 'undone', 'recovered')),
       constraint write_off_amount_check check (
         case when kind = 'written_off' then amount > 0 else amount < 0 end),
       constraint write_off_reason_check check ((reason is null) = (kind = 'recovered'))`,
      { appendOnly: true },
    );
    await runner.query(`create index write_off_invoice_index
      on receivables.write_off (company_id, invoice_id)`);
    await runner.query(`alter table receivables.write_off add constraint write_off_invoice_fk
      foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
    await proveBooks(runner);
    await publishViews(runner, this.publishes);
  }
}

async function amountsOfInvoice(runner: QueryRunner): Promise<void> {
  await runner.query(`alter table receivables.invoice
    add column written_off_amount bigint not null default 0`);
  await runner.query(`alter table receivables.invoice
    drop constraint invoice_status_check,
    drop constraint invoice_settled_check,
    drop constraint invoice_balance_check,
    drop constraint invoice_status_money_check`);
  await runner.query(`alter table receivables.invoice
    add constraint invoice_status_check check (status in ('draft','pending','sent','viewed',
      'partially_paid','overdue','disputed','paid','written_off','void','cancelled')),
    add constraint invoice_settled_check check (
      paid_amount >= 0 and credited_amount >= 0 and written_off_amount >= 0),
    add constraint invoice_balance_check check (balance >= 0 and case
      when status in ('void','cancelled') then balance = 0 and paid_amount = 0
        and credited_amount = 0 and written_off_amount = 0
      else balance = total - paid_amount - credited_amount - written_off_amount end),
    add constraint invoice_status_money_check check (
      (status <> 'paid' or (balance = 0 and written_off_amount = 0)) and
      (status <> 'written_off' or (balance = 0 and written_off_amount > 0)) and
      (status <> 'partially_paid' or (balance > 0 and paid_amount + credited_amount > 0)))`);
}

/** As before, and what was written off. */
async function proveBooks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create or replace function receivables.check_books(company uuid, invoices uuid[],
      payments uuid[], notes uuid[])
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
        or i.written_off_amount <> (select coalesce(sum(w.amount), 0)
          from receivables.write_off w
          where w.company_id = company and w.invoice_id = i.id)
        or (i.subtotal, i.tax_total) <> (select coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)
          from receivables.invoice_line l where l.company_id = company and l.invoice_id = i.id)
        or (i.balance = 0 and i.total > 0
          and i.status not in ('paid', 'written_off', 'void', 'cancelled'))
        or (i.paid_amount + i.credited_amount > 0
          and i.status not in ('paid', 'written_off', 'partially_paid', 'disputed')))
      limit 1;
      if wrong is null then
        select 'payment ' || p.number into wrong from receivables.payment p
        where p.company_id = company and p.id = any(payments) and (
          p.applied_amount <> (select coalesce(sum(a.amount), 0)
            from receivables.payment_allocation a
            where a.company_id = company and a.payment_id = p.id and a.refund_id is null)
          or p.on_account_amount <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.payment_id = p.id and n.kind = 'on_account'
              and n.refund_id is null)
          or (select coalesce(sum(r.to_credit), 0) from receivables.refund r
            where r.company_id = company and r.payment_id = p.id)
            <> (select coalesce(sum(n.total), 0) from receivables.credit_note n
            where n.company_id = company and n.payment_id = p.id and n.kind = 'on_account'
              and n.refund_id is not null)
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
          or (n.payment_id is not null and n.refunded_amount <> case when n.refund_id is null
            then (select coalesce(sum(r.from_credit), 0) from receivables.refund r
                where r.company_id = company and r.payment_id = n.payment_id)
              - (select coalesce(sum(x.amount), 0) from receivables.refund_credit x
                join receivables.refund r on r.company_id = company and r.id = x.refund_id
                where x.company_id = company and r.payment_id = n.payment_id)
            else (select coalesce(sum(x.amount), 0) from receivables.refund_credit x
              where x.company_id = company and x.credit_note_id = n.id) end))
        limit 1;
      end if;
      if wrong is not null then
        raise exception using errcode = 'QB001',
          message = format('The books of %s do not agree', wrong);
      end if;
    end $$`);
}

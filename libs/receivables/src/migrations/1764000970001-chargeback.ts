import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Money that a payment loses to a dispute at its provider is a row beside its refunds (`kind`), and
 * money that comes back of either is a row with the opposite sign that names it (`reverses_id`).
 * What the invoices cannot take of that is a note on account of its own (`credit_note.refund_id`);
 * what is taken from such a note later stands in `refund_credit`, and the rest of what a row takes
 * from credit is of the payment's first note.
 */
export class Chargeback1764000970001 extends ForwardMigration {
  name = 'Chargeback1764000970001';

  async up(runner: QueryRunner): Promise<void> {
    await reversals(runner);
    await returnedNotes(runner);
    await proveBooks(runner);
  }
}

async function reversals(runner: QueryRunner): Promise<void> {
  await runner.query(`alter table receivables.refund
    add column kind text not null default 'refund',
    add column reverses_id uuid,
    add column to_credit bigint not null default 0,
    add column provider_dispute_id text`);
  await runner.query(`alter table receivables.refund drop constraint refund_amount_check`);
  await runner.query(`alter table receivables.refund
    add constraint refund_kind_check check (kind in ('refund', 'chargeback', 'returned')),
    add constraint refund_amount_check check (case when kind = 'returned'
      then amount < 0 and from_credit = 0 and from_invoices <= 0 and to_credit >= 0
        and amount = from_invoices - to_credit
      else amount > 0 and from_credit >= 0 and from_invoices >= 0 and to_credit = 0
        and amount = from_credit + from_invoices end),
    add constraint refund_reverses_check
      check ((kind = 'returned') = (reverses_id is not null)),
    add constraint refund_dispute_check
      check ((kind = 'chargeback') = (provider_dispute_id is not null)),
    add constraint refund_reverses_fk foreign key (company_id, reverses_id)
      references receivables.refund (company_id, id)`);
  await runner.query(`create index refund_reverses_index
    on receivables.refund (company_id, reverses_id) where reverses_id is not null`);
  await runner.query(`alter table receivables.payment_allocation
    drop constraint payment_allocation_sign_check`);
  await runner.query(`alter table receivables.payment_allocation
    add constraint payment_allocation_sign_check check (
      (refund_id is null and amount > 0) or (refund_id is not null and amount <> 0))`);
}

/** One note keeps the excess of a payment, and one each what came back and found no invoice. */
async function returnedNotes(runner: QueryRunner): Promise<void> {
  await runner.query(`alter table receivables.credit_note add column refund_id uuid`);
  await runner.query(`alter table receivables.credit_note
    add constraint credit_note_refund_check check (refund_id is null or kind = 'on_account'),
    add constraint credit_note_refund_fk foreign key (company_id, refund_id)
      references receivables.refund (company_id, id)`);
  await runner.query(`drop index receivables.credit_note_on_account_key`);
  await runner.query(`create unique index credit_note_on_account_key
    on receivables.credit_note (company_id, payment_id, refund_id) nulls not distinct
    where kind = 'on_account'`);
  await createCompanyTable(
    runner,
    'receivables.refund_credit',
    `refund_id uuid not null,
     credit_note_id uuid not null,
     amount bigint not null,
     created_at timestamptz not null,
     primary key (company_id, refund_id, credit_note_id),
     constraint refund_credit_amount_check check (amount > 0)`,
    { appendOnly: true },
  );
  await runner.query(`create index refund_credit_note_index
    on receivables.refund_credit (company_id, credit_note_id)`);
  await runner.query(`alter table receivables.refund_credit
    add constraint refund_credit_refund_fk foreign key (company_id, refund_id)
      references receivables.refund (company_id, id),
    add constraint refund_credit_note_fk foreign key (company_id, credit_note_id)
      references receivables.credit_note (company_id, id)`);
}

/** As before, but that a payment may have several notes on account. */
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

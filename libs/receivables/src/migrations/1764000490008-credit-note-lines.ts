import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Credit notes that people write: lines, the buyer as known then, when they were issued and voided.
 * `invoice.noted_amount` is what all notes that refer to the invoice come to, drafts included and
 * void ones not, so that a constraint keeps them within its total.
 */
export class CreditNoteLines1764000490008 implements MigrationInterface {
  name = 'CreditNoteLines1764000490008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.credit_note
      add column tax_rounding text not null default 'document',
      add column bill_to jsonb,
      add column issued_at timestamptz,
      add column voided_at timestamptz`);
    await runner.query(`update receivables.credit_note set
      issued_at = case when status = 'draft' then null else created_at end,
      voided_at = case when status = 'void' then updated_at end`);
    await runner.query(`alter table receivables.credit_note
      add constraint credit_note_tax_rounding_check check (tax_rounding in ('document','line')),
      add constraint credit_note_bill_to_check
        check (kind = 'on_account' or bill_to is not null),
      add constraint credit_note_payment_check check ((kind = 'on_account') = (payment_id is not null)),
      add constraint credit_note_status_money_check check (case status
        when 'draft' then applied_amount = 0 and refunded_amount = 0
        when 'issued' then applied_amount = 0
        when 'partially_applied' then applied_amount > 0 and remaining > 0
        when 'applied' then applied_amount > 0 and remaining = 0
        else true end),
      add constraint credit_note_issued_check
        check (case when status = 'void' then true else (status = 'draft') = (issued_at is null) end),
      add constraint credit_note_voided_check check ((status = 'void') = (voided_at is not null))`);
    await runner.query(`create index credit_note_open_index
      on receivables.credit_note (company_id, account_id, issue_date, id) where remaining > 0
      and status in ('issued', 'partially_applied')`);
    await runner.query(`alter table receivables.invoice
      add column noted_amount bigint not null default 0,
      add constraint invoice_noted_check check (noted_amount >= 0 and noted_amount <= total)`);
    await this.createLines(runner);
    await this.proveNotes(runner);
  }

  private async createLines(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.credit_note_line',
      `credit_note_id uuid not null,
       id uuid not null,
       position integer not null,
       invoice_id uuid,
       invoice_line_id uuid,
       product_id uuid,
       description text not null,
       quantity numeric(18,6) not null,
       unit_price numeric(18,6) not null,
       discount_percent numeric(9,6),
       discount_amount bigint,
       discount bigint not null default 0,
       net bigint not null,
       tax_code text,
       requested_tax_rate numeric(9,6),
       tax_rate numeric(9,6) not null default 0,
       taxes jsonb not null default '[]',
       tax_fallback boolean not null default false,
       tax_fallback_reason text,
       tax bigint not null,
       total bigint not null,
       period_start date,
       period_end date,
       primary key (company_id, credit_note_id, id),
       constraint credit_note_line_total_check check (total = net + tax),
       constraint credit_note_line_discount_check
         check (discount_percent is null or discount_amount is null),
       constraint credit_note_line_invoice_check
         check (invoice_line_id is null or invoice_id is not null)`,
    );
    await runner.query(`alter table receivables.credit_note_line
      add constraint credit_note_line_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id),
      add constraint credit_note_line_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id),
      add constraint credit_note_line_invoice_fk
        foreign key (company_id, invoice_id, invoice_line_id)
        references receivables.invoice_line (company_id, invoice_id, id)`);
  }

  /**
   * Notes are checked apart from the rest of the books: captures without one pay nothing for it.
   */
  private async proveNotes(runner: QueryRunner): Promise<void> {
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

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a schedule that was cancelled within a period gave back of which line, for its days from
 * then on. `asked` and `amount` are net, or gross where prices include tax. A line comes back once.
 * It names its line of the invoice without a foreign key: the lines of drafts may still go.
 */
export class UnusedLine1764001300400 extends ForwardMigration {
  name = 'UnusedLine1764001300400';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'billing.unused_line',
      `schedule_id uuid not null,
       invoice_line_id uuid not null,
       invoice_id uuid not null,
       credit_note_id uuid,
       unused_from date not null,
       days integer not null,
       of_days integer not null,
       asked bigint not null,
       amount bigint not null,
       created_at timestamptz not null,
       primary key (company_id, schedule_id, invoice_line_id),
       constraint unused_line_days_check check (days > 0 and days <= of_days),
       constraint unused_line_amount_check check (amount > 0 and amount <= asked)`,
      { appendOnly: true },
    );
    await runner.query(`create index unused_line_invoice_index
      on billing.unused_line (company_id, invoice_id)`);
    await runner.query(`alter table billing.unused_line
      add constraint unused_line_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint unused_line_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint unused_line_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id)`);
  }
}

import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What kind of thing a customer objects to, how much of which line, since when somebody looks at
 * it, and what both sides write. An end in favour of the customer was called upheld before.
 */
export class DisputeMessage1764000870004 extends ForwardMigration {
  name = 'DisputeMessage1764000870004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.dispute drop constraint dispute_outcome_check`);
    await runner.query(`update receivables.dispute set outcome = 'accepted'
      where outcome = 'upheld'`);
    await runner.query(`update receivables.invoice
      set dispute = '{"kind": null, "lines": [], "reviewedAt": null}'::jsonb || dispute
      where dispute is not null`);
    await runner.query(`update receivables.invoice
      set dispute = dispute || '{"outcome": "accepted"}'::jsonb
      where dispute->>'outcome' = 'upheld'`);
    await runner.query(`alter table receivables.dispute
      add column kind text,
      add column lines jsonb not null default '[]',
      add column reviewed_at timestamptz,
      add constraint dispute_kind_check check (kind in ('wrong_price','wrong_quantity',
        'not_received','damaged','already_paid','duplicate','other')),
      add constraint dispute_outcome_check check (outcome in
        ('resolved','accepted','partly','rejected','withdrawn','settled','voided'))`);
    await createCompanyTable(
      runner,
      'receivables.dispute_message',
      `dispute_id uuid not null,
       id uuid not null,
       author jsonb not null,
       message text not null,
       document_ids jsonb not null default '[]',
       written_at timestamptz not null,
       primary key (company_id, dispute_id, id)`,
      { appendOnly: true },
    );
    await runner.query(`alter table receivables.dispute_message
      add constraint dispute_message_dispute_fk foreign key (company_id, dispute_id)
        references receivables.dispute (company_id, id)`);
    await createCompanyTable(
      runner,
      'receivables.payment_proof',
      `payment_id uuid not null,
       document_id uuid not null,
       primary key (company_id, payment_id, document_id)`,
      { appendOnly: true },
    );
    await runner.query(`alter table receivables.payment_proof
      add constraint payment_proof_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id),
      add constraint payment_proof_document_fk foreign key (company_id, document_id)
        references objects.document (company_id, id)`);
  }
}

import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What is gathered about a dispute at a provider, and that it was handed in there: once. For each
 * day on which evidence is due somebody is told once.
 */
export class DisputeEvidence1764001500603 extends ForwardMigration {
  name = 'DisputeEvidence1764001500603';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.dispute_evidence',
      `receipt_id uuid not null,
       id uuid not null,
       kind text not null,
       body text not null,
       document_ids jsonb not null,
       by jsonb not null,
       at timestamptz not null,
       primary key (company_id, id),
       constraint dispute_evidence_kind_check check (kind in ('piece', 'submission'))`,
      { appendOnly: true },
    );
    await runner.query(`create index dispute_evidence_receipt_index
      on gateway.dispute_evidence (company_id, receipt_id, at, id)`);
    await runner.query(`create unique index dispute_evidence_submission_key
      on gateway.dispute_evidence (company_id, receipt_id) where kind = 'submission'`);
    await createCompanyTable(
      runner,
      'gateway.dispute_reminder',
      `receipt_id uuid not null,
       due_by timestamptz not null,
       created_at timestamptz not null,
       primary key (company_id, receipt_id, due_by)`,
      { appendOnly: true },
    );
    for (const table of ['dispute_evidence', 'dispute_reminder']) {
      await runner.query(`alter table gateway.${table}
        add constraint ${table}_receipt_fk foreign key (company_id, receipt_id)
          references gateway.unapplied_receipt (company_id, id)`);
    }
    await createDoor(
      runner,
      'gateway.door_companies_with_evidence_due(at timestamptz)',
      'setof uuid',
      `select distinct r.company_id from gateway.unapplied_receipt r
       where r.kind = 'dispute' and r.status = 'open'
         and r.evidence_due_by > at and r.evidence_due_by <= at + interval '3 days'
         and not exists (select from gateway.dispute_reminder m where m.company_id = r.company_id
           and m.receipt_id = r.id and m.due_by = r.evidence_due_by)`,
    );
  }
}

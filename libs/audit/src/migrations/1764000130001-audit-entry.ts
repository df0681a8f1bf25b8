import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The log of who did what. The application may read and append, nothing else. */
export class AuditEntry1764000130001 extends ForwardMigration {
  name = 'AuditEntry1764000130001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'audit');
    await createCompanyTable(
      runner,
      'audit.entry',
      `id uuid not null,
       occurred_at timestamptz not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       action text not null,
       object text not null,
       record_id text,
       before jsonb,
       after jsonb,
       request_id text not null,
       ip text,
       primary key (company_id, id)`,
      { appendOnly: true },
    );
    await runner.query(
      `create index entry_occurred_index on audit.entry (company_id, occurred_at)`,
    );
    await runner.query(
      `create index entry_record_index on audit.entry (company_id, record_id, occurred_at)`,
    );
    await runner.query(
      `create index entry_actor_index on audit.entry (company_id, actor_id, occurred_at)`,
    );
    await forgetStrangers(runner);
  }
}

/**
 * Entries about nobody's e-mail belong to no company: no log shows them, and
 * whoever guesses e-mails would fill the disk. The application may delete
 * nothing from the log, so the owner does, and decides how old and whose: nobody
 * can widen it to a company's entries or to today's. By entry_occurred_index.
 */
async function forgetStrangers(runner: QueryRunner): Promise<void> {
  const nobody = `company_id = '00000000-0000-0000-0000-000000000000'`;
  await createDoor(runner, 'audit.door_forget_strangers(most integer)', 'integer', {
    query: `with forgotten as (
        delete from audit.entry where ${nobody} and id in (
          select e.id from audit.entry e
          where e.${nobody} and e.occurred_at < now() - interval '30 days'
          order by e.occurred_at limit most)
        returning 1)
      select count(*)::integer from forgotten`,
    changes: true,
  });
}

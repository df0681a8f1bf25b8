import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const RECENT = `c.at > now() - interval '10 seconds'`;

/**
 * What has just changed, for those who look at it: an hour of it is kept. Its time is that of the
 * database, so that no two machines differ about what is recent.
 */
export class Change1764000860020 extends ForwardMigration {
  name = 'Change1764000860020';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.change',
      `id uuid not null,
       portal_user_id uuid,
       object text not null,
       record_id uuid not null,
       version integer,
       change text not null,
       at timestamptz not null,
       primary key (company_id, id)`,
    );
    await runner.query(`alter table portal.change add constraint change_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    await runner.query(`create index change_user_index on portal.change
      (company_id, portal_user_id) where portal_user_id is not null`);
    await runner.query(`create index change_at_index on portal.change (company_id, at)`);
    // Those who look are of many companies, and are asked for together.
    await createDoor(
      runner,
      'portal.door_recent_changes(asked uuid[])',
      `table (company_id uuid, id uuid, portal_user_id uuid, object text, record_id uuid,
         version integer, change text)`,
      {
        // No company crowds out what another one has to tell.
        query: `select c.company_id, c.id, c.portal_user_id, c.object, c.record_id, c.version,
           c.change
         from unnest(asked) as a (company_id)
         cross join lateral (select * from portal.change c
           where c.company_id = a.company_id and ${RECENT}
           order by c.at desc, c.id desc limit 500) c
         order by c.at desc, c.id desc`,
        onCitus: `select c.company_id, c.id, c.portal_user_id, c.object, c.record_id, c.version,
           c.change
         from portal.change c
         where c.company_id = any(asked) and ${RECENT}
         order by c.at desc, c.id desc limit 5000`,
      },
    );
  }
}

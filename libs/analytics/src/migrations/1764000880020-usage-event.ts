import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * How the portals are used: each use for 400 days, by the index of its time, and sums of each day
 * for ever. A user that is taken away takes its name out of what it did. An account is no foreign
 * key: what it did at the portal keeps none from being merged into another.
 */
export class UsageEvent1764000880020 extends ForwardMigration {
  name = 'UsageEvent1764000880020';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'analytics');
    await createCompanyTable(
      runner,
      'analytics.usage_event',
      `id uuid not null,
       at timestamptz not null,
       directory text not null,
       portal_user_id uuid,
       account_id uuid,
       channel text not null,
       name text not null,
       object_type text,
       object_id uuid,
       props jsonb not null,
       primary key (company_id, id),
       constraint usage_event_directory_check
         check (directory in ('customer', 'partner', 'vendor')),
       constraint usage_event_channel_check check (channel in ('web', 'mobile', 'api', 'link')),
       constraint usage_event_object_check check ((object_type is null) = (object_id is null)),
       constraint usage_event_props_check check (octet_length(props::text) <= 512)`,
    );
    await runner.query(`alter table analytics.usage_event
      add constraint usage_event_portal_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id)`);
    await runner.query(`create index usage_event_at_index
      on analytics.usage_event (company_id, at, id)`);
    await runner.query(`create index usage_event_name_index
      on analytics.usage_event (company_id, name, at)`);
    await runner.query(`create index usage_event_user_index
      on analytics.usage_event (company_id, portal_user_id, name, at)`);
    await createCompanyTable(
      runner,
      'analytics.usage_day',
      `id uuid not null,
       day date not null,
       name text not null,
       directory text not null,
       channel text not null,
       account_id uuid not null,
       events integer not null,
       users integer not null,
       primary key (company_id, id),
       constraint usage_day_key
         unique (company_id, day, name, directory, channel, account_id),
       constraint usage_day_events_check check (events > 0 and users between 0 and events)`,
    );
    await runner.query(`comment on column analytics.usage_day.account_id
      is 'The account; the nil UUID of what is of none'`);
    await createCompanyTable(
      runner,
      'analytics.progress',
      `summed_through date not null, primary key (company_id)`,
    );
  }
}

import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Usage as it came in, what of it was taken back, and its sums by day. A service day belongs to one
 * period, so that the sums of any period are those of its days, also where a change of plan splits
 * it. What the last, unique or weighted is read off the events themselves. `revision` counts how
 * often a day was changed: who has billed it sees by that number whether anything came later.
 */
export class Usage1764000400050 extends ForwardMigration {
  name = 'Usage1764000400050';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.usage_event',
      `event_id text not null,
       meter_id uuid not null,
       subscription_id uuid not null,
       at timestamptz not null,
       day date not null,
       value numeric(21,6) not null,
       counted text,
       properties jsonb,
       content text not null,
       received_at timestamptz not null,
       primary key (company_id, event_id),
       constraint usage_event_id_check check (char_length(event_id) between 1 and 100)`,
      { appendOnly: true },
    );
    // Reads the events of a meter in a period in their order.
    await runner.query(`create index usage_event_period_index on sales.usage_event
      (company_id, subscription_id, meter_id, day, at, received_at)`);
    await createCompanyTable(
      runner,
      'sales.usage_void',
      `event_id text not null,
       reason text not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       voided_at timestamptz not null,
       primary key (company_id, event_id)`,
      { appendOnly: true },
    );
    await createCompanyTable(
      runner,
      'sales.usage_day',
      `subscription_id uuid not null,
       meter_id uuid not null,
       day date not null,
       events bigint not null,
       sum numeric(27,6) not null,
       max numeric(21,6),
       revision bigint not null default 1,
       primary key (company_id, subscription_id, meter_id, day),
       constraint usage_day_events_check check (events >= 0)`,
    );
    // What was told of usage that has reached a percent of something: once for a period.
    await createCompanyTable(
      runner,
      'sales.usage_alert',
      `subscription_id uuid not null,
       charge_key text not null,
       start date not null,
       percent integer not null,
       reached_at timestamptz not null,
       primary key (company_id, subscription_id, charge_key, start, percent)`,
      { appendOnly: true },
    );
    await runner.query(`alter table sales.usage_alert
      add constraint usage_alert_subscription_fk foreign key (company_id, subscription_id)
        references sales.subscription (company_id, id)`);
    await runner.query(`alter table sales.usage_event
      add constraint usage_event_meter_fk foreign key (company_id, meter_id)
        references sales.meter (company_id, id),
      add constraint usage_event_subscription_fk foreign key (company_id, subscription_id)
        references sales.subscription (company_id, id)`);
    await runner.query(`alter table sales.usage_void add constraint usage_void_event_fk
      foreign key (company_id, event_id) references sales.usage_event (company_id, event_id)`);
    await runner.query(`alter table sales.usage_day
      add constraint usage_day_meter_fk foreign key (company_id, meter_id)
        references sales.meter (company_id, id),
      add constraint usage_day_subscription_fk foreign key (company_id, subscription_id)
        references sales.subscription (company_id, id)`);
  }
}

import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Devices that have signed in, each with a count of failures of its own; and the door of sign-in,
 * which says whether the device that asks is one that the account knows.
 */
export class KnownDevice1764000110030 extends ForwardMigration {
  name = 'KnownDevice1764000110030';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'identity.known_device',
      `id uuid not null,
       user_id uuid not null,
       token_hash bytea not null,
       sign_ins integer not null default 1,
       failures integer not null default 0,
       locked_until timestamptz,
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       primary key (company_id, id),
       constraint known_device_token_key unique (company_id, token_hash),
       constraint known_device_failures_check check (failures between 0 and 5)`,
    );
    await runner.query(
      `alter table identity.known_device add constraint known_device_user_fk
       foreign key (company_id, user_id) references identity.staff_user (company_id, id)`,
    );
    await runner.query(
      `create index known_device_user_index on identity.known_device (company_id, user_id)`,
    );
    await runner.query(
      `create index known_device_expiry_index on identity.known_device (company_id, expires_at)`,
    );
    await runner.query(
      `alter table identity.refresh_family add constraint refresh_family_device_fk
       foreign key (company_id, device_id) references identity.known_device (company_id, id)`,
    );
    await runner.query(
      `create index refresh_family_device_index
       on identity.refresh_family (company_id, device_id)`,
    );
    // Of nothing no device has the hash; a cluster plans no comparison with nothing at all.
    await createDoor(
      runner,
      'identity.door_sign_in(wanted_email text, wanted_company text, device_hash bytea)',
      'table (company_id uuid, id uuid, password_hash text, known boolean)',
      `select u.company_id, u.id, u.password_hash, exists (
         select from identity.known_device d
         where d.company_id = u.company_id and d.token_hash = coalesce(device_hash, '')
           and d.user_id = u.id and d.expires_at > now()
           and (d.locked_until is null or d.locked_until <= now()))
       from identity.staff_user u
       join company.pub_company c on c.id = u.company_id and c.active
       where u.email = wanted_email and u.active
         and (wanted_company is null or c.slug = wanted_company)
       order by u.last_sign_in_at desc nulls last, u.id limit 5`,
    );
  }
}

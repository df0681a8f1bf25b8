import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Roles with their matrix, who holds them, API keys, and the one question of every request. */
export class Role1764000120001 extends ForwardMigration {
  name = 'Role1764000120001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'access');
    await createCompanyTable(
      runner,
      'access.role',
      `id uuid not null,
       name text not null,
       description text,
       built_in boolean not null,
       matrix jsonb not null,
       scopes jsonb not null,
       grants jsonb not null,
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id)`,
    );
    await runner.query(
      `create unique index role_name_key on access.role (company_id, lower(name))`,
    );
    await runner.query(
      `create unique index role_built_in_key on access.role (company_id) where built_in`,
    );
    await createCompanyTable(
      runner,
      'access.user_role',
      `user_id uuid not null, role_id uuid not null, primary key (company_id, user_id, role_id)`,
    );
    await createCompanyTable(
      runner,
      'access.api_key',
      `id uuid not null,
       name text not null,
       secret_hash bytea not null,
       last_characters text not null,
       role_id uuid not null,
       created_by uuid,
       expires_at timestamptz,
       revoked_at timestamptz,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint api_key_secret_key unique (company_id, secret_hash)`,
    );
    await this.connect(runner);
    await this.createDoors(runner);
  }

  private async connect(runner: QueryRunner): Promise<void> {
    const role = `foreign key (company_id, role_id) references access.role (company_id, id)`;
    await runner.query(`alter table access.user_role add constraint user_role_role_fk ${role}`);
    await runner.query(`alter table access.api_key add constraint api_key_role_fk ${role}`);
    await runner.query(
      `alter table access.user_role add constraint user_role_user_fk
       foreign key (company_id, user_id) references identity.staff_user (company_id, id)`,
    );
    await runner.query(
      `create index user_role_role_index on access.user_role (company_id, role_id)`,
    );
    await runner.query(`create index api_key_role_index on access.api_key (company_id, role_id)`);
  }

  /**
   * Every request asks one of them. A session that ended answers nobody; a lock by guessing keeps
   * out who wants to sign in and nobody who has. Times are the database's.
   */
  private async createDoors(runner: QueryRunner): Promise<void> {
    await createDoor(
      runner,
      'access.door_actors(wanted_company uuid, wanted_sessions uuid[])',
      `table (session_id uuid, id uuid, email text, name text, team text, role_ids uuid[],
         role_versions integer[], metadata_version integer)`,
      // A view has no key that its other columns would follow from.
      {
        query: `select f.id, u.id, u.email, u.name, u.team,
           array_agg(r.id order by r.id) filter (where r.id is not null),
           array_agg(r.version order by r.id) filter (where r.id is not null),
           c.metadata_version
         from company.pub_company c
         join identity.pub_session f on f.company_id = c.id and f.id = any (wanted_sessions)
           and f.revoked_at is null and f.expires_at > now()
         join identity.pub_user u on u.company_id = f.company_id and u.id = f.user_id and u.active
         left join access.user_role h on h.company_id = u.company_id and h.user_id = u.id
         left join access.role r on r.company_id = h.company_id and r.id = h.role_id
         where c.id = wanted_company and c.active
         group by c.metadata_version, f.id, u.company_id, u.id, u.email, u.name, u.team`,
        plansStay: true,
      },
    );
    await this.planOnce(runner);
    await createDoor(
      runner,
      'access.door_api_key(wanted_company uuid, wanted_hash bytea)',
      'table (id uuid, name text, role_id uuid, role_version integer, metadata_version integer)',
      {
        query: `select k.id, k.name, r.id, r.version, c.metadata_version
         from company.pub_company c
         join access.api_key k on k.company_id = c.id and k.secret_hash = wanted_hash
         join access.role r on r.company_id = k.company_id and r.id = k.role_id
         where c.id = wanted_company and c.active and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > now())`,
        plansStay: true,
      },
    );
  }

  /**
   * Planned anew for each array of ids, which PostgreSQL prefers to do, the question takes several
   * times as long as its answer. Every table is found by its key, so one plan is right for all. On
   * Citus a plan without values cannot be sent to a shard.
   */
  private async planOnce(runner: QueryRunner): Promise<void> {
    await runner.query(
      `do $$ begin
         if not exists (select from pg_extension where extname = 'citus') then
           alter function access.door_actors(uuid, uuid[])
             set plan_cache_mode = 'force_generic_plan';
         end if;
       end $$`,
    );
  }
}

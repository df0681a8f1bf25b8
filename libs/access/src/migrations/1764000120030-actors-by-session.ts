import { APP_ROLE } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The one question of every request begins at the session of the token: a session that ended
 * answers nobody. A lock by guessing keeps out who wants to sign in and nobody who has.
 */
export class ActorsBySession1764000120030 implements MigrationInterface {
  name = 'ActorsBySession1764000120030';

  async up(runner: QueryRunner): Promise<void> {
    const signature = 'access.door_actors(wanted_company uuid, wanted_sessions uuid[])';
    await runner.query(`drop function access.door_actors(uuid, uuid[])`);
    // Asked by every request, so in PL/pgSQL, whose plans stay in the session of the database.
    await runner.query(
      `create function ${signature}
       returns table (session_id uuid, id uuid, email text, name text, team text,
         role_ids uuid[], role_versions integer[], metadata_version integer)
       language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $door$
       #variable_conflict use_column
       begin return query
         select f.id, u.id, u.email, u.name, u.team,
           array_agg(r.id order by r.id) filter (where r.id is not null),
           array_agg(r.version order by r.id) filter (where r.id is not null),
           c.metadata_version
         from company.company c
         join identity.refresh_family f on f.company_id = c.id and f.id = any (wanted_sessions)
           and f.revoked_at is null and f.expires_at > now()
         join identity.staff_user u on u.company_id = f.company_id and u.id = f.user_id and u.active
         left join access.user_role h on h.company_id = u.company_id and h.user_id = u.id
         left join access.role r on r.company_id = h.company_id and r.id = h.role_id
         where c.id = wanted_company and c.active
         group by c.metadata_version, f.id, u.company_id, u.id;
       end $door$`,
    );
    await runner.query(`revoke all on function ${signature} from public`);
    await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
    await this.planOnce(runner);
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

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

import { APP_ROLE } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The one question of every request answers the version of the company's metadata as well. */
export class ActorMetadataVersion1764000120002 implements MigrationInterface {
  name = 'ActorMetadataVersion1764000120002';

  async up(runner: QueryRunner): Promise<void> {
    await this.replaceDoor(
      runner,
      { name: 'access.door_actors', takes: 'wanted_company uuid, wanted_users uuid[]' },
      `id uuid, email text, name text, team text, role_ids uuid[], role_versions integer[],
       metadata_version integer`,
      `select u.id, u.email, u.name, u.team,
         array_agg(r.id order by r.id) filter (where r.id is not null),
         array_agg(r.version order by r.id) filter (where r.id is not null),
         c.metadata_version
       from company.company c
       join identity.staff_user u on u.company_id = c.id and u.id = any (wanted_users)
       left join access.user_role h on h.company_id = u.company_id and h.user_id = u.id
       left join access.role r on r.company_id = h.company_id and r.id = h.role_id
       where c.id = wanted_company and c.active and u.active
         and (u.locked_until is null or u.locked_until <= now())
       group by c.id, u.company_id, u.id`,
    );
    await this.replaceDoor(
      runner,
      { name: 'access.door_api_key', takes: 'wanted_company uuid, wanted_hash bytea' },
      'id uuid, name text, role_id uuid, role_version integer, metadata_version integer',
      `select k.id, k.name, r.id, r.version, c.metadata_version
       from company.company c
       join access.api_key k on k.company_id = c.id and k.secret_hash = wanted_hash
       join access.role r on r.company_id = k.company_id and r.id = k.role_id
       where c.id = wanted_company and c.active and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > now())`,
    );
  }

  /** A function that answers other columns is another function. */
  private async replaceDoor(
    runner: QueryRunner,
    { name, takes }: { readonly name: string; readonly takes: string },
    columns: string,
    query: string,
  ): Promise<void> {
    const signature = `${name}(${takes})`;
    await runner.query(`drop function ${signature}`);
    await runner.query(
      `create function ${signature} returns table (${columns}) language plpgsql stable
       security definer set search_path = pg_catalog, pg_temp as $door$
       #variable_conflict use_column
       begin return query ${query}; end $door$`,
    );
    await runner.query(`revoke all on function ${signature} from public`);
    await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

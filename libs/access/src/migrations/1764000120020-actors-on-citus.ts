import { replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * On Citus the key of the companies, which lie on one machine, says nothing of their other columns.
 */
export class ActorsOnCitus1764000120020 implements MigrationInterface {
  name = 'ActorsOnCitus1764000120020';

  async up(runner: QueryRunner): Promise<void> {
    await replaceDoorOnCitus(
      runner,
      'access.door_actors(wanted_company uuid, wanted_users uuid[])',
      `table (id uuid, email text, name text, team text, role_ids uuid[], role_versions integer[],
         metadata_version integer)`,
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
       group by c.metadata_version, u.company_id, u.id`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

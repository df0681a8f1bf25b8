import { APP_ROLE } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Entries about nobody's e-mail belong to no company: no log shows them, and
 * whoever guesses e-mails would fill the disk. The application may delete
 * nothing from the log, so the owner does, and decides how old and whose: nobody
 * can widen it to a company's entries or to today's. By entry_occurred_index.
 */
export class ForgetStrangers1764000130002 implements MigrationInterface {
  name = 'ForgetStrangers1764000130002';

  async up(runner: QueryRunner): Promise<void> {
    const signature = 'audit.door_forget_strangers(most integer)';
    const nobody = `company_id = '00000000-0000-0000-0000-000000000000'`;
    await runner.query(`create function ${signature} returns integer language sql volatile
      security definer set search_path = pg_catalog, pg_temp as $door$
        with forgotten as (
          delete from audit.entry where ${nobody} and id in (
            select e.id from audit.entry e
            where e.${nobody} and e.occurred_at < now() - interval '30 days'
            order by e.occurred_at limit most)
          returning 1)
        select count(*)::integer from forgotten $door$`);
    await runner.query(`revoke all on function ${signature} from public`);
    await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

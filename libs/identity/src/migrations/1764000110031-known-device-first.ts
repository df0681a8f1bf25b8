import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The door of sign-in also says whether the device that asks is one that the account knows. */
export class KnownDeviceFirst1764000110031 implements MigrationInterface {
  name = 'KnownDeviceFirst1764000110031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function identity.door_sign_in(text, text)`);
    await createDoor(
      runner,
      'identity.door_sign_in(wanted_email text, wanted_company text, device_hash bytea)',
      'table (company_id uuid, id uuid, password_hash text, known boolean)',
      `select u.company_id, u.id, u.password_hash, exists (
         select from identity.known_device d
         where d.company_id = u.company_id and d.token_hash = device_hash and d.user_id = u.id
           and d.expires_at > now() and (d.locked_until is null or d.locked_until <= now()))
       from identity.staff_user u join company.company c on c.id = u.company_id and c.active
       where u.email = wanted_email and u.active
         and (wanted_company is null or c.slug = wanted_company)
       order by u.last_sign_in_at desc nulls last, u.id limit 5`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

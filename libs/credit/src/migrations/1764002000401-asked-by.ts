import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of an override the person who asked for it, though a key did. */
export class AskedBy1764002000401 extends ForwardMigration {
  name = 'AskedBy1764002000401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table credit.credit_override add column asked_by uuid`);
    await runner.query(`update credit.credit_override
      set asked_by = (requested_by->>'id')::uuid where requested_by->>'kind' = 'staff'`);
    await runner.query(`update credit.credit_override o set asked_by = k.created_by
      from access.pub_api_key k
      where k.company_id = o.company_id and k.id = (o.requested_by->>'id')::uuid
        and o.requested_by->>'kind' = 'api_key'`);
  }
}

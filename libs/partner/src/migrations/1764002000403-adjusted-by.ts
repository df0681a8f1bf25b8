import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of an entry by hand the person who wrote it, though a key did. */
export class AdjustedBy1764002000403 extends ForwardMigration {
  name = 'AdjustedBy1764002000403';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table partner.commission add column written_by uuid`);
    await runner.query(`update partner.commission set written_by = (created_by->>'id')::uuid
      where kind = 'adjustment' and created_by->>'kind' = 'staff'`);
    await runner.query(`update partner.commission c set written_by = k.created_by
      from access.pub_api_key k
      where k.company_id = c.company_id and k.id = (c.created_by->>'id')::uuid
        and c.kind = 'adjustment' and c.created_by->>'kind' = 'api_key'`);
  }
}

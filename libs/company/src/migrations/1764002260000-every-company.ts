import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What has served its time is cleared away of companies too that are not active any more. */
export class EveryCompany1764002260000 extends ForwardMigration {
  name = 'EveryCompany1764002260000';

  async up(runner: QueryRunner): Promise<void> {
    await createDoor(
      runner,
      'company.door_every_company()',
      'table (id uuid)',
      `select c.id from company.company c order by c.id`,
    );
  }
}

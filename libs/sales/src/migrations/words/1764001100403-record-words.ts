import { ForwardMigration } from '@quittance/database';
import { besideRecords } from '@quittance/objects';
import type { QueryRunner } from 'typeorm';

/** The words of the records that are there already: those written from now on have them. */
export class PlanWords1764001100403 extends ForwardMigration {
  name = 'PlanWords1764001100403';

  async up(runner: QueryRunner): Promise<void> {
    await besideRecords.fillWords(runner, {
      table: 'sales.plan',
      kind: `'plan'`,
      columns: ['name'],
    });
    await besideRecords.fillWords(runner, {
      table: 'sales.meter',
      kind: `'meter'`,
      columns: ['name', 'code'],
    });
    await besideRecords.fillWords(runner, {
      table: 'sales.contract',
      kind: `'contract'`,
      columns: ['number'],
    });
  }
}

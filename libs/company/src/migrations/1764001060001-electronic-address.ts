import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where a company receives electronic documents; XRechnung and Peppol name it (BT-34). */
export class ElectronicAddress1764001060001 extends ForwardMigration {
  name = 'ElectronicAddress1764001060001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company add column electronic_address jsonb`);
  }
}

import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Certificates of customers are told apart by the law that knows them; those from before by none. */
export class ExemptionKinds1764002000101 extends ForwardMigration {
  name = 'ExemptionKinds1764002000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.exemption add column kind text not null default 'other'`);
    await runner.query(`alter table tax.exemption add constraint exemption_kind_check
      check (kind in ('other', 'resale', 'diplomatic', 'union_body', 'international_organisation',
        'armed_forces', 'first_nations'))`);
  }
}

import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a schedule says it bills is there, and of its company: whatever writes it. */
export class ScheduledLinks1764001100501 extends ForwardMigration {
  name = 'ScheduledLinks1764001100501';

  async up(runner: QueryRunner): Promise<void> {
    const links = [
      ['quote', 'sales.quote'],
      ['sales_order', 'sales.sales_order'],
      ['contract', 'sales.contract'],
      ['subscription', 'sales.subscription'],
    ] as const;
    for (const [name, target] of links) {
      await runner.query(`alter table billing.schedule
        add constraint schedule_${name}_fk foreign key (company_id, ${name}_id)
          references ${target} (company_id, id)`);
    }
  }
}

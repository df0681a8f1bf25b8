import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Who of a portal has accepted or says that they have paid is one of its users. */
export class PortalPayment1764000800010 extends ForwardMigration {
  name = 'PortalPayment1764000800010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.payment add constraint payment_portal_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    await runner.query(`alter table sales.quote_acceptance
      add constraint quote_acceptance_portal_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id)`);
  }
}

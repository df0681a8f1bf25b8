import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Who of a portal has sent a file is one of its users. */
export class PortalUpload1764000860002 extends ForwardMigration {
  name = 'PortalUpload1764000860002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table objects.document add constraint document_portal_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
  }
}

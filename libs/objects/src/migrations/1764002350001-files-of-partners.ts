import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What partners have sent with requests of their registrations is for partners, as what they send
 * now: it was kept for the customer, and whoever had sent it saw it no more. What staff have
 * attached is for whom they said.
 */
export class FilesOfPartners1764002350001 extends ForwardMigration {
  name = 'FilesOfPartners1764002350001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update objects.document d
      set visibility = 'partner', version = d.version + 1
      from portal.pub_quote_request q
      where q.company_id = d.company_id and q.id = d.record_id and q.partner_id is not null
        and d.object = 'quote-request' and d.visibility = 'customer'
        and d.portal_user_id is not null`);
  }
}

import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** In which language, by whose rules and whereto a customer gets its documents. */
export class AccountDocuments1764001060002 extends ForwardMigration {
  name = 'AccountDocuments1764001060002';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of [
      'language',
      'e_invoice_profile',
      'endpoint_scheme',
      'endpoint_id',
      'buyer_reference',
    ]) {
      await runner.query(`alter table crm.account add column ${column} text`);
    }
    await runner.query(`alter table crm.account add constraint account_e_invoice_profile_check
      check (e_invoice_profile in ('en16931', 'xrechnung', 'peppol-bis-3'))`);
    await runner.query(`alter table crm.account add constraint account_endpoint_check
      check ((endpoint_scheme is null) = (endpoint_id is null))`);
  }
}

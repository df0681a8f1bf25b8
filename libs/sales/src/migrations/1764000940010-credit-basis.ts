import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A company has said whether credit is asked for a period of what recurs, or for its term. */
export class CreditBasis1764000940010 extends ForwardMigration {
  name = 'CreditBasis1764000940010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote_settings
      add column credit_basis text not null default 'total',
      add constraint quote_settings_credit_basis_check check (credit_basis in ('total','tcv'))`);
  }
}

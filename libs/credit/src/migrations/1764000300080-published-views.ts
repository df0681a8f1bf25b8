import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const HOLD = {
  name: 'credit.pub_credit_hold',
  of: 'credit.credit_hold',
  says: 'That a customer gets no credit, or none without approval; released ones too.',
  columns: {
    company_id: 'The company.',
    account_id: 'The customer.',
    strength: 'hard refuses, soft asks for approval.',
    status: 'placed or released.',
  },
};

/** What others may read of credit, and never lock. */
export class CreditViews1764000300080 extends ForwardMigration {
  name = 'CreditViews1764000300080';
  readonly publishes = [HOLD];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}

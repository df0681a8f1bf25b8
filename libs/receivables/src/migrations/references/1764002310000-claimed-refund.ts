import { APP_ROLE, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A refund that a person has recorded, and then made at the provider, is given the provider's name
 * when the provider tells of it. Nothing else of a refund ever changes.
 */
export class ClaimedRefund1764002310000 extends ForwardMigration {
  name = 'ClaimedRefund1764002310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `grant update (provider, provider_refund_id) on receivables.refund to ${APP_ROLE}`,
    );
  }
}

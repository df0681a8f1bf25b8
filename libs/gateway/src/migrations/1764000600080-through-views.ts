import { askThroughViews } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a webhook asks of companies it reads from their view. */
export class WebhookThroughViews1764000600080 implements MigrationInterface {
  name = 'WebhookThroughViews1764000600080';

  async up(runner: QueryRunner): Promise<void> {
    await askThroughViews(runner, 'gateway.door_webhook_company(uuid)', {
      'company.company': 'company.pub_company',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const REFUND = {
  name: 'receivables.pub_refund',
  of: 'receivables.refund',
  says: 'Money that a payment lost, or got back of such a loss; written once.',
  columns: {
    company_id: 'The company.',
    id: 'The row.',
    payment_id: 'The payment.',
    kind: 'refund, chargeback of a dispute, or returned of one of these.',
    reverses_id: 'What it brings back; null of a loss.',
    amount: "In minor units of the payment's currency; negative where it came back.",
    refunded_on: 'The day on which it was.',
    provider: 'The payment provider that gave it back; null without one.',
    provider_refund_id: 'What that provider calls it.',
    provider_dispute_id: 'What the provider calls the dispute that took it; null of others.',
  },
};

/** What a payment lost and got back, told apart. */
export class PublishedRefund1764000970002 extends ForwardMigration {
  name = 'PublishedRefund1764000970002';
  readonly publishes = [REFUND];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${REFUND.name}`);
    await publishViews(runner, this.publishes);
  }
}

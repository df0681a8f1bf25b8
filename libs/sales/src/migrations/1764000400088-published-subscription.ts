import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const SUBSCRIPTION = {
  name: 'sales.pub_subscription',
  of: 'sales.subscription',
  says: 'What an account is subscribed to.',
  columns: {
    company_id: 'The company.',
    id: 'The subscription.',
    account_id: 'Who is billed for it.',
    contact_id: 'Who of the account it is agreed with; null where nobody said.',
    currency: 'The code of the currency of its prices.',
    sales_order_id: 'The order it was made of; null of one that a person wrote.',
    start_date: 'Its first day.',
  },
};

const BROUGHT_QUOTE = {
  name: 'sales.pub_brought_quote',
  of: 'sales.quote',
  says: 'A revision of a quote as whoever brought its deal meets it.',
  columns: {
    company_id: 'The company.',
    id: 'The revision.',
    number: 'Its number, which all revisions of the quote bear.',
    revision: 'From 1.',
    superseded_by_id: 'The next revision; null of the newest.',
    status:
      'draft, submitted, approved, sent, viewed, accepted, rejected, changes_requested, expired, ' +
      'ordered or cancelled.',
    account_id: 'The customer.',
    deal_id: 'The deal it is about; null without one.',
    partner_id: 'The ledger account of the partner; null without one.',
    issue_date: 'The day of the quote.',
    valid_until: 'The last day on which it can be accepted.',
    currency: 'The code of the currency of its amounts.',
    subtotal: 'What it comes to, net, in minor units.',
    sent_at: 'When it was sent; null while it has not been.',
  },
};

/** Subscriptions with the orders they come from, and quotes with whom they come from. */
export class PublishedSubscription1764000400088 extends ForwardMigration {
  name = 'PublishedSubscription1764000400088';
  readonly publishes = [SUBSCRIPTION, BROUGHT_QUOTE];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${SUBSCRIPTION.name}`);
    await publishViews(runner, this.publishes);
  }
}

import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const QUOTE = {
  name: 'sales.pub_quote',
  of: 'sales.quote',
  says: 'A revision of a quote, in whatever state.',
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
    contact_id: 'Who of the customer it is for; null where nobody said.',
    owner_id: 'Whose it is; null where nobody’s.',
    currency: 'The code of the currency of its amounts.',
    issue_date: 'The day of the quote.',
    valid_until: 'The last day on which it can be accepted.',
    subtotal: 'What it comes to, net, in minor units.',
    tax_total: 'The tax of that.',
    total: 'Both together.',
    sent_at: 'When it was sent; null while it has not been.',
    decided_at: 'When the customer accepted or rejected it, or sent it back; null before.',
  },
};

/** What others may read of quotes, and never lock. */
export class PublishedQuote1764000400083 extends ForwardMigration {
  name = 'PublishedQuote1764000400083';
  readonly publishes = [QUOTE];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
    await runner.query(`create index quote_sent_index
      on sales.quote (company_id, number, sent_at) where sent_at is not null`);
  }
}

import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const REQUEST = {
  name: 'portal.pub_quote_request',
  of: 'portal.quote_request',
  says: 'What a customer or a partner asks a quote for, in whatever state.',
  columns: {
    company_id: 'The company.',
    id: 'The request.',
    account_id: 'The customer; null of one that is no account yet.',
    partner_id: 'The ledger account of the partner who asks; null of a customer.',
    origin: 'web, mobile or api.',
    submitted_at: 'When it was handed in; null while it has not been.',
    quote_id: 'The quote that was made of it, its newest revision; null before.',
  },
};

/** What others may know of the requests for quotes: what became of them. */
export class QuoteRequestView1764000880011 extends ForwardMigration {
  name = 'QuoteRequestView1764000880011';
  readonly publishes = [REQUEST];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}

import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { index } from '../record-table.js';

const CASE = {
  name: 'crm.pub_case',
  of: 'crm.support_case',
  says: 'A question or complaint; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The case.',
    number: 'Its number, which no other case of the company bears.',
    subject: 'What it is about.',
    status: 'new, open, waiting, resolved or closed.',
    account_id: 'The customer; null without one.',
    contact_id: 'Who of the customer it is dealt with; null where nobody said.',
    portal_user_id: 'Who raised it in a portal; null of one that staff made.',
    created_at: 'When it was made.',
    updated_at: 'When it changed last.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

const ASSET = {
  name: 'crm.pub_asset',
  of: 'crm.asset',
  says: 'A thing that was sold, or will be; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The asset.',
    account_id: 'Who has it; null of one that nobody has.',
    order_id: 'The sales order by which it was sold; null where nobody said.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

/**
 * What customers do to their cases at the portal: who raised one, what it is about, and how content
 * they were. Of an asset, the order by which it was sold: whose order it is has it as their own.
 */
export class CasePortal1764000880001 extends ForwardMigration {
  name = 'CasePortal1764000880001';
  readonly publishes = [CASE, ASSET];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.support_case
      add column portal_user_id uuid,
      add column related_object text,
      add column related_id uuid,
      add column rating integer,
      add column rated_at timestamptz,
      add constraint support_case_related_check
        check ((related_object is null) = (related_id is null)),
      add constraint support_case_rating_check check (rating between 1 and 5),
      add constraint support_case_rated_check check ((rating is null) = (rated_at is null))`);
    await index(runner, 'crm.support_case', {
      portal_user: 'portal_user_id, created_at, id',
      account_created: 'account_id, created_at, id',
      related: 'related_object, related_id, created_at',
    });
    await runner.query('alter table crm.asset add column order_id uuid');
    await index(runner, 'crm.asset', { order: 'order_id' });
    await publishViews(runner, this.publishes);
  }
}

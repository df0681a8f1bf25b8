import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const USER = {
  name: 'portal.pub_user',
  of: 'portal.portal_user',
  says: 'Somebody who acts for a customer, partner or vendor at the portal.',
  columns: {
    company_id: 'The company.',
    id: 'The user.',
    directory: 'customer, partner or vendor.',
    account_id: 'The account of a customer; null of others.',
  },
};

const SESSION = {
  name: 'portal.pub_session',
  of: 'portal.refresh_family',
  says: 'A session of a portal user, until some time after its end.',
  columns: {
    company_id: 'The company.',
    id: 'The session.',
    portal_user_id: 'Whose it is.',
    channel: 'browser or program.',
    user_agent: 'What it said of itself when it began; null where it said nothing.',
    last_used_at: 'When it was begun or refreshed last.',
  },
};

/**
 * Who has raised a case, or says whether an article has helped, is a user of a portal. Whether a
 * company shows its customers where they stand with their credit: it does unless it says otherwise.
 * Who uses the portals, and how, for whoever counts it.
 */
export class PortalService1764000880010 extends ForwardMigration {
  name = 'PortalService1764000880010';
  readonly publishes = [USER, SESSION];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.support_case add constraint support_case_portal_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    await runner.query(`alter table crm.article_feedback
      add constraint article_feedback_portal_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    await runner.query(`alter table portal.settings
      add column shows_credit boolean not null default true`);
    await publishViews(runner, this.publishes);
  }
}

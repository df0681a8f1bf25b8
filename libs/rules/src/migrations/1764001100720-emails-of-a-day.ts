import { createCompanyTable, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * How many e-mails the rules of a company have sent on a day. Several rows for each day, so that
 * rules which send at once do not wait for one another.
 */
export class EmailsOfADay1764001100720 extends ForwardMigration {
  name = 'EmailsOfADay1764001100720';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'rules.emails_of_day',
      `day date not null,
       part integer not null,
       sent integer not null,
       primary key (company_id, day, part),
       constraint emails_of_day_sent_check check (sent > 0)`,
    );
  }
}

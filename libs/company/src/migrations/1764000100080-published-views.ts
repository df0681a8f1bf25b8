import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const COMPANY = {
  name: 'company.pub_company',
  of: 'company.company',
  says: 'A company that keeps its books here.',
  columns: {
    id: 'The company.',
    slug: 'Its short name, by which people choose it when they sign in.',
    active: 'Whether anybody may sign in to it and work is done for it.',
    time_zone: 'The IANA zone that its days are counted in.',
    metadata_version: 'Rises with every change of how the company has shaped its system.',
  },
};

const CURRENCY_TERMS = {
  name: 'company.pub_currency_terms',
  of: 'company.company',
  says: 'Which currencies a company deals in.',
  columns: {
    company_id: { sql: 't.id', says: 'The company.' },
    base_currency: 'The code of the currency it counts in.',
    currency_switches: 'By code whether a currency is on; one that is not named is.',
  },
};

/** What others may know of companies. */
export class CompanyViews1764000100080 extends ForwardMigration {
  name = 'CompanyViews1764000100080';
  readonly publishes = [COMPANY, CURRENCY_TERMS];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}

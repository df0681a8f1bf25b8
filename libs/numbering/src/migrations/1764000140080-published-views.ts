import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const SETTING = {
  name: 'numbering.pub_setting',
  of: 'numbering.setting',
  says: 'How a company numbers documents of a type.',
  columns: {
    company_id: 'The company.',
    type: 'The type of document: invoice, payment, credit-note.',
    increment: 'The step from one number to the next.',
  },
};

const COUNTER = {
  name: 'numbering.pub_counter',
  of: 'numbering.counter',
  says: 'Where the numbers of a type stand in a period.',
  columns: {
    company_id: 'The company.',
    type: 'The type of document.',
    period: 'The period of the counter; empty where it never starts anew.',
    first_seq: 'The first value that was given.',
    last_seq: 'The last value that was given.',
    increment: 'The step of the last one.',
  },
};

const SKIPPED = {
  name: 'numbering.pub_skipped_number',
  of: 'numbering.skipped_number',
  says: 'A number that no document bears, for a reason that is stated.',
  columns: {
    company_id: 'The company.',
    type: 'The type of document.',
    period: 'The period of its counter.',
    seq: 'The value of the counter.',
    number: 'The number as it would have been printed.',
  },
};

/** What others may read of how numbers were given. */
export class NumberingViews1764000140080 extends ForwardMigration {
  name = 'NumberingViews1764000140080';
  readonly publishes = [SETTING, COUNTER, SKIPPED];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}

import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/** The people we talk to; of those of an account one at most is the primary contact. */
export class Contact1764000200004 extends ForwardMigration {
  name = 'Contact1764000200004';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.contact',
      `name text not null,
       account_id uuid,
       first_name text,
       last_name text not null,
       email text,
       phone text,
       title text,
       is_primary boolean not null default false,
       constraint contact_primary_check check (not is_primary or account_id is not null)`,
    );
    await refer(runner, 'crm.contact', { account_id: 'crm.account' });
    await serveLists(runner, 'crm.contact', { name: 'name, id' });
    await index(runner, 'crm.contact', {
      account: 'account_id',
      email: 'lower(email)',
      phone: 'phone',
    });
    await runner.query(`create unique index contact_primary_key
      on crm.contact (company_id, account_id) where is_primary and deleted_at is null`);
  }
}

import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/** People and businesses that may become customers. A converted one says what it became, once. */
export class Lead1764000200006 extends ForwardMigration {
  name = 'Lead1764000200006';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.lead',
      `name text not null,
       company_name text,
       email text,
       phone text,
       title text,
       source text,
       status text not null default 'new',
       rating text,
       industry text,
       address jsonb not null,
       score integer not null default 0,
       converted_at timestamptz,
       converted_account_id uuid,
       converted_contact_id uuid,
       converted_deal_id uuid,
       constraint lead_status_check
         check (status in ('new','working','qualified','unqualified','converted')),
       constraint lead_converted_check check (
         (status = 'converted') = (converted_at is not null)
         and (status = 'converted') = (converted_account_id is not null)
         and (status = 'converted') = (converted_contact_id is not null)
         and (converted_deal_id is null or status = 'converted'))`,
    );
    await refer(runner, 'crm.lead', {
      converted_account_id: 'crm.account',
      converted_contact_id: 'crm.contact',
      converted_deal_id: 'crm.deal',
    });
    await serveLists(runner, 'crm.lead', {
      name: 'name, id',
      status: 'status, created_at, id',
      score: 'score, id',
    });
    await index(runner, 'crm.lead', {
      email: 'lower(email)',
      phone: 'phone',
      converted_account: 'converted_account_id',
      converted_contact: 'converted_contact_id',
      converted_deal: 'converted_deal_id',
    });
  }
}

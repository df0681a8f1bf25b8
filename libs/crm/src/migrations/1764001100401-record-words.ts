import { ForwardMigration } from '@quittance/database';
import { besideRecords } from '@quittance/objects';
import type { QueryRunner } from 'typeorm';

/** The words of the records that are there already: those written from now on have them. */
export class RecordWords1764001100401 extends ForwardMigration {
  name = 'RecordWords1764001100401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ledger_account_name_index
      on crm.ledger_account (company_id, name, id) where deleted_at is null`);
    await besideRecords.fillWords(runner, {
      table: 'crm.account',
      kind: `'account'`,
      columns: ['name', 'email', 'billing_email', 'tax_registration', 'external_key'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.contact',
      kind: `'contact'`,
      columns: ['name', 'email'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.lead',
      kind: `'lead'`,
      columns: ['name', 'company_name', 'email'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.deal',
      kind: `'deal'`,
      columns: ['name'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.pipeline',
      kind: `'pipeline'`,
      columns: ['name'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.support_case',
      kind: `'case'`,
      columns: ['number', 'subject'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.asset',
      kind: `'asset'`,
      columns: ['name', 'serial'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.campaign',
      kind: `'campaign'`,
      columns: ['name'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.knowledge_article',
      kind: `'knowledge'`,
      columns: ['title'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.activity',
      kind: `'activity'`,
      columns: ['subject'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.task',
      kind: `'task'`,
      columns: ['subject'],
    });
    await besideRecords.fillWords(runner, {
      table: 'crm.exchange_rate',
      kind: `'exchange-rate'`,
      columns: ['name'],
    });
  }
}

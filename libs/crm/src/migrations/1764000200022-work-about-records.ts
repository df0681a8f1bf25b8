import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the records of an object lie that an activity or task may have been about. */
const TABLES: Readonly<Record<string, string>> = {
  account: 'crm.account',
  activity: 'crm.activity',
  asset: 'crm.asset',
  campaign: 'crm.campaign',
  case: 'crm.support_case',
  contact: 'crm.contact',
  deal: 'crm.deal',
  'exchange-rate': 'crm.exchange_rate',
  knowledge: 'crm.knowledge_article',
  lead: 'crm.lead',
  pipeline: 'crm.pipeline',
  task: 'crm.task',
};

/**
 * Activities and tasks are about records there are: deleting a record
 * clears what was about it. What was about records that were deleted
 * before is cleared here, so that nothing points into the void.
 */
export class WorkAboutRecords1764000200022 implements MigrationInterface {
  name = 'WorkAboutRecords1764000200022';

  async up(runner: QueryRunner): Promise<void> {
    for (const work of ['crm.activity', 'crm.task']) {
      for (const [object, table] of Object.entries(TABLES)) {
        await clear(runner, work, `w.related_object = '${object}'`, table);
      }
      await clear(runner, work, `w.related_object like '%\\_\\_c'`, 'objects.record');
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

async function clear(runner: QueryRunner, work: string, about: string, table: string) {
  await runner.query(`update ${work} w
    set related_object = null, related_id = null, version = version + 1
    where ${about} and not exists (select from ${table} t
      where t.company_id = w.company_id and t.id = w.related_id and t.deleted_at is null)`);
}

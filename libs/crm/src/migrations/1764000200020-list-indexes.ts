import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index by what lists of the table are sorted and counted by, behind the company. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: { created: 'created_at, id', name: 'name, id' },
  activity: { created: 'created_at, id', due: 'status, due_at, id' },
  asset: { created: 'created_at, id', name: 'name, id' },
  campaign: { created: 'created_at, id', name: 'name, id' },
  contact: { created: 'created_at, id', name: 'name, id' },
  deal: {
    created: 'created_at, id',
    name: 'name, id',
    expected: 'status, expected_close_date, id',
    closed: 'status, closed_on, id',
  },
  knowledge_article: {
    created: 'created_at, id',
    title: 'title, id',
    audience: 'audience, status, title, id',
  },
  lead: {
    created: 'created_at, id',
    name: 'name, id',
    status: 'status, created_at, id',
    score: 'score, id',
  },
  support_case: { created: 'created_at, id', status: 'status, created_at, id' },
  task: { created: 'created_at, id', due: 'status, due_date, id' },
};

/**
 * Lists show records that are not deleted. An index of those alone answers a total without a visit
 * to the table, and so does one by owner that knows who is deleted: that one is whole, as the key
 * that points at the user is looked up in it too.
 */
export class ListIndexes1764000200020 implements MigrationInterface {
  name = 'ListIndexes1764000200020';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(LISTS)) {
      for (const [word, columns] of Object.entries(indexes)) {
        await runner.query(`drop index crm.${table}_${word}_index`);
        await runner.query(`create index ${table}_${word}_index
          on crm.${table} (company_id, ${columns}) where deleted_at is null`);
      }
      await runner.query(`drop index crm.${table}_owner_index`);
      await runner.query(`create index ${table}_owner_index
        on crm.${table} (company_id, owner_id, created_at, id) include (deleted_at)`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

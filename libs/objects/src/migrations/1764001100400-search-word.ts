import { createCompanyTable, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { fillWords } from '../words/fill-words.js';

/**
 * The words that records are found by, one a row. Behind row-level security no index is asked what
 * a text contains, as the answer might leak; it is asked for a range of words. `kind` is the
 * object, of a custom one its id.
 */
export class SearchWord1764001100400 extends ForwardMigration {
  name = 'SearchWord1764001100400';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.search_word',
      `kind text not null,
       record_id uuid not null,
       word text collate "C" not null,
       primary key (company_id, record_id, word)`,
    );
    await runner.query(`create index search_word_word_index
      on objects.search_word (company_id, kind, word, record_id)`);
    await fillWords(runner, { table: 'objects.record', kind: 'object_id', columns: ['name'] });
  }
}

import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { index, refer } from '../record-table.js';

/**
 * The words of articles, by which some are suggested while a customer writes: behind row-level
 * security PostgreSQL compares in an index only what cannot leak, which a search of whole texts is
 * not. The key has the weight, so that the table is not read for it. Beside them, which portal user
 * an article has helped.
 */
export class ArticleWord1764000880002 extends ForwardMigration {
  name = 'ArticleWord1764000880002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'crm.article_word',
      `word text collate "C" not null,
       article_id uuid not null,
       weight integer not null,
       primary key (company_id, word, article_id) include (weight),
       constraint article_word_weight_check check (weight > 0)`,
    );
    await refer(runner, 'crm.article_word', { article_id: 'crm.knowledge_article' });
    await index(runner, 'crm.article_word', { article: 'article_id' });
    await createCompanyTable(
      runner,
      'crm.article_feedback',
      `article_id uuid not null,
       portal_user_id uuid not null,
       helpful boolean not null,
       at timestamptz not null,
       primary key (company_id, article_id, portal_user_id)`,
    );
    await refer(runner, 'crm.article_feedback', { article_id: 'crm.knowledge_article' });
  }
}

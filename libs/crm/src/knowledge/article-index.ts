import { namedSql, sql, type Tx } from '@quittance/database';
import type { RecordView } from '@quittance/metadata';
import { weighedWords } from './article-words.js';

/** By article_word_article_index. */
const FORGET = sql(`
  delete from crm.article_word w where w.company_id = $1 and w.article_id = any($2::uuid[])`);

const KEEP = namedSql(
  `insert into crm.article_word (company_id, word, article_id, weight)
   select k.id, r.word, r.article_id, r.weight
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  { rows: { word: 'text', articleId: 'uuid', weight: 'integer' } },
);

/** Keeps the words of articles as they are now: two statements for any number. */
export async function indexArticles(tx: Tx, articles: readonly RecordView[]): Promise<void> {
  const ids = articles.map(({ id }) => id);
  const words = articles.flatMap(({ id, title, body }) =>
    weighedWords({ title: String(title ?? ''), body: String(body ?? '') }).map((each) => ({
      articleId: id,
      ...each,
    })),
  );
  await tx.run(FORGET, [tx.ctx.companyId, ids]);
  if (words.length > 0) await KEEP.run(tx, KEEP.columns(words));
}

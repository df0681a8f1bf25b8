import { sql, type Tx } from '@quittance/database';
import type { RecordId } from '@quittance/metadata';
import { askedWords } from './article-words.js';

/** What a customer may read of an article, by the alias `a`. */
const READABLE = `a.status = 'published' and a.audience = 'customer' and a.deleted_at is null`;

export interface SuggestedArticle {
  readonly id: RecordId;
  readonly title: string;
}

/** So many are suggested. */
export const MOST_SUGGESTED = 3;
/** Behind every sign that a word may have. */
const LAST_SIGN = '\u{10ffff}';

/**
 * By the primary key of words. A word counts the more the fewer articles have it, so that what is
 * in all of them decides nothing.
 */
const SUGGEST = sql(`
  select m.id, m.title from (
    select a.id, a.title, w.weight::float8 / count(*) over (partition by w.word) as worth
    from crm.article_word w
    join crm.knowledge_article a on a.company_id = $1 and a.id = w.article_id
    where w.company_id = $1 and ${READABLE}
      and (w.word = any($2::text[]) or (w.word >= $3::text and w.word < $4::text))) m
  group by m.id, m.title order by sum(m.worth) desc, m.title, m.id limit ${MOST_SUGGESTED}`);

/** The articles for customers that fit best what somebody is writing. */
export async function suggestArticles(tx: Tx, question: string): Promise<SuggestedArticle[]> {
  const { words, begun } = askedWords(question);
  if (words.length === 0) return [];
  const from = begun ?? '';
  const until = begun === null ? '' : begun + LAST_SIGN;
  return tx.rows<SuggestedArticle>(SUGGEST, [tx.ctx.companyId, words, from, until]);
}

export interface FrequentQuestion {
  readonly id: RecordId;
  readonly question: string;
  readonly answer: string;
}

/** So many questions are answered at once. */
export const MOST_QUESTIONS = 50;

/** By knowledge_article_audience_index; votes by their primary key. */
const FREQUENT = sql(`
  select a.id, a.title as question, a.body as answer
  from crm.knowledge_article a
  left join (select f.article_id, count(*) as votes from crm.article_feedback f
    where f.company_id = $1 and f.helpful group by f.article_id) h on h.article_id = a.id
  where a.company_id = $1 and ${READABLE}
  order by coalesce(h.votes, 0) desc, a.title, a.id limit ${MOST_QUESTIONS}`);

/** What is asked often, as its answers have helped the most customers. */
export function frequentQuestions(tx: Tx): Promise<FrequentQuestion[]> {
  return tx.rows<FrequentQuestion>(FREQUENT, [tx.ctx.companyId]);
}

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
/** Of a word that is only begun so many places are looked at, those of the nearest words first. */
const MOST_BEGUN = 2_000;

/**
 * By the primary key of words alone, which has the weight. A word counts the more the fewer
 * articles have it, so that what is in all of them decides nothing. Worth is rounded: sums of
 * fractions are not the same in every order, and equals go by their titles. What is hit is kept:
 * before anybody has counted the words, they would be looked up anew for each article.
 */
const SUGGEST = sql(`
  with hit as materialized (
    select w.word, w.article_id, w.weight from crm.article_word w
    where w.company_id = $1 and w.word = any($2::text[])
    union all
    (select w.word, w.article_id, w.weight from crm.article_word w
      where w.company_id = $1 and w.word > $3::text and w.word < $4::text
      order by w.word, w.article_id limit ${MOST_BEGUN})),
  shown as (
    select h.word, h.article_id, h.weight from hit h
    join crm.knowledge_article a on a.company_id = $1 and a.id = h.article_id and ${READABLE}),
  spread as (select s.word, count(*)::float8 as articles from shown s group by s.word),
  fit as (
    select s.article_id, round(sum(s.weight / p.articles)::numeric, 9) as worth
    from shown s join spread p on p.word = s.word group by s.article_id)
  select a.id, a.title from fit f
  join crm.knowledge_article a on a.company_id = $1 and a.id = f.article_id
  order by f.worth desc, a.title, a.id limit ${MOST_SUGGESTED}`);

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

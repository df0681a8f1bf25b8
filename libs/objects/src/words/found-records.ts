import type { ListNaming } from '@quittance/lists';
import type { RecordObject } from '@quittance/metadata';
import { typedWords } from './search-words.js';
import { wordsKind } from './record-words.js';

/** So many that have the first word are looked at: beyond them a question says too little. */
const MOST_LOOKED = 1_000;
/** The same where most of those may not be meant: there is a second word. */
const MOST_SIFTED = 10_000;

type WordQuestion = Parameters<NonNullable<ListNaming['words']>>[1];

/** Behind everything that begins with a word, in the order of bytes. */
const BEHIND = '\u{10FFFF}';

/**
 * SQL of the records that have words beginning as those of a text: `record_id`, and `word`, the
 * first in order that the leading one begins. Null where the text has none.
 */
export function foundRecords(
  object: Pick<RecordObject, 'name' | 'table'>,
  text: string,
  { company, bind }: WordQuestion,
): string | null {
  const [lead, ...others] = typedWords(text);
  if (lead === undefined) return null;
  const begins = beginning({ company, bind });
  const most = others.length > 0 ? MOST_SIFTED : MOST_LOOKED;
  const also = others.map(
    (word) => `and exists (select from objects.search_word o
      where o.record_id = f.record_id and ${begins('o', word)})`,
  );
  return `select f.record_id, min(f.word) as word from (
      select w.record_id, w.word from objects.search_word w
      where w.kind = ${bind(wordsKind(object))} and ${begins('w', lead)}
      order by w.word limit ${most}) f
    where true ${also.join(' ')} group by f.record_id`;
}

/** SQL of the kinds of which any record has a word beginning as the leading one. */
export const kindsThatHaveWords: NonNullable<ListNaming['kept']>['any'] = (text, kinds, asked) => {
  const [lead] = typedWords(text);
  if (lead === undefined) return null;
  return `array(select k.kind from unnest(${asked.bind(kinds)}::text[]) k (kind)
    where exists (select from objects.search_word w
      where w.kind = k.kind and ${beginning(asked)('w', lead)}))`;
};

/** Whether a record has words beginning as those of a text: by its own words, which are few. */
export const hasWords: NonNullable<ListNaming['worded']> = (text, id, asked) => {
  const begins = beginning(asked);
  const words = typedWords(text).map(
    (word) => `exists (select from objects.search_word w
      where w.record_id = ${id} and ${begins('w', word)})`,
  );
  return words.length === 0 ? null : words.join(' and ');
};

const beginning =
  ({ company, bind }: WordQuestion) =>
  (alias: string, word: string): string =>
    `${alias}.company_id = ${company}::uuid and ${alias}.word >= ${bind(word)}
     and ${alias}.word < ${bind(word + BEHIND)}`;

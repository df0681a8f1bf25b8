import type { Bind } from '@quittance/lists';
import type { RecordObject } from '@quittance/metadata';
import { typedWords } from './search-words.js';
import { wordsKind } from './record-words.js';

/** So many that have the first word are looked at: beyond them a question says too little. */
const MOST_LOOKED = 1_000;
/** The same where most of those may not be meant: there is a second word, or a scope. */
const MOST_SIFTED = 20_000;

/** Behind everything that begins with a word, in the order of bytes. */
const BEHIND = '\u{10FFFF}';

/**
 * SQL of the records that have words beginning as those of a text: `record_id`, and `word`, the
 * first in order that the leading one begins. Null where the text has none.
 */
export function foundRecords(
  object: Pick<RecordObject, 'name' | 'table'>,
  text: string,
  { company, bind, sifted }: { company: string; bind: Bind; sifted: boolean },
): string | null {
  const [lead, ...others] = typedWords(text);
  if (lead === undefined) return null;
  const begins = (alias: string, word: string) =>
    `${alias}.company_id = ${company}::uuid and ${alias}.word >= ${bind(word)}
     and ${alias}.word < ${bind(word + BEHIND)}`;
  const most = sifted || others.length > 0 ? MOST_SIFTED : MOST_LOOKED;
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

import { wordsOf } from './search-words.js';

/** Of a migration. */
interface Runner {
  query(text: string, params: readonly unknown[]): Promise<unknown>;
}

/** Records that were there before their words were kept. */
export interface WordlessRecords {
  readonly table: string;
  /** SQL of the object that they are of. */
  readonly kind: string;
  /** Those that they are found by. */
  readonly columns: readonly string[];
  /** SQL of which are there; those without `deleted_at` where it is left out. */
  readonly live?: string;
}

interface Wordless {
  readonly company_id: string;
  readonly id: string;
  readonly kind: string;
  readonly texts: readonly (string | null)[];
}

const BATCH = 2_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** For migrations of whoever keeps records: writes the words of those that are there already. */
export async function fillWords(runner: Runner, records: WordlessRecords): Promise<void> {
  const { table, kind, columns, live = 'deleted_at is null' } = records;
  let after: Pick<Wordless, 'company_id' | 'id'> = { company_id: FIRST, id: FIRST };
  for (;;) {
    const rows = (await runner.query(
      `select company_id, id, (${kind})::text as kind, array[${columns.join(', ')}]::text[] as texts
       from ${table} where ${live} and (company_id, id) > ($1::uuid, $2::uuid)
       order by company_id, id limit ${BATCH}`,
      [after.company_id, after.id],
    )) as readonly Wordless[];
    const last = rows.at(-1);
    if (!last) return;
    after = last;
    const words = rows.flatMap((row) => wordsOf(row.texts).map((word) => ({ ...row, word })));
    const column = (name: 'company_id' | 'kind' | 'id' | 'word') => words.map((row) => row[name]);
    await runner.query(
      `insert into objects.search_word (company_id, kind, record_id, word)
       select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[])
       on conflict (company_id, record_id, word) do nothing`,
      [column('company_id'), column('kind'), column('id'), column('word')],
    );
  }
}

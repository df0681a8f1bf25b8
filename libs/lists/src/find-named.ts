import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { likeText } from './compile-filter.js';
import type { ListDefinition, ListNaming, ListNarrowing } from './list-definition.js';
import { companyColumn } from './list-joins.js';
import { binder, searchCondition } from './list-statement.js';

/** A record as it is found by its name. */
export interface FoundByName {
  readonly id: string;
  readonly label: string | null;
  /** Texts that tell it from others, empty ones left out. */
  readonly context: readonly string[];
  /** The account that it is about. */
  readonly account: string | null;
  /** 0 where it is named so, 1 where its name begins so, 2 where a word of it does. */
  readonly rank: number;
}

export interface NamedQuestion {
  /** Empty: the latest. */
  readonly text: string;
  /** So many at most. */
  readonly most: number;
  readonly narrowing?: ListNarrowing | undefined;
  /** As whom it is asked, where not as whoever has the transaction. */
  readonly ctx?: Ctx;
}

type Listed = Pick<ListDefinition, 'from' | 'where' | 'id' | 'fields' | 'search' | 'scope'> &
  Pick<ListDefinition, 'named'>;

/** What names the records of a list to a person; the first that it has. */
const LABELS = ['number', 'name', 'planName', 'code'] as const;
const TELLING = ['billToName', 'name', 'code'] as const;

/** How the records of a list are named; undefined of one whose records have no name. */
function listNaming({ named, fields }: Pick<Listed, 'named' | 'fields'>) {
  if (named) return named;
  const textOf = (name: string) => {
    const field = fields[name];
    const isText = field?.type === 'text' || field?.type === 'enum';
    return isText && !field.refusal ? field.sql : undefined;
  };
  const found = LABELS.find((name) => textOf(name) !== undefined);
  if (found === undefined) return undefined;
  const label = textOf(found) as string;
  const account = fields.accountId?.type === 'id' ? fields.accountId.sql : undefined;
  return {
    label,
    context: TELLING.flatMap((name) => (name === found ? [] : (textOf(name) ?? []))),
    ...(account !== undefined && { account }),
    keys: found === 'number' ? [label] : [],
  } satisfies ListNaming;
}

/** So many with the same beginning are looked at where the caller reaches some of them alone. */
const MOST_SIFTED = 20_000;

/**
 * The records whose names begin as a text does, the nearest first, as far as the caller reaches
 * them. By an index where the list has one, of which no more is read than is asked for; lists
 * without are those of a company's set-up.
 */
async function findNamed(
  tx: Tx,
  list: Listed,
  { text, most, narrowing, ctx = tx.ctx }: NamedQuestion,
): Promise<readonly FoundByName[]> {
  const naming = listNaming(list);
  if (!naming) return [];
  const asked = text.trim();
  const ask = (condition: Condition) => {
    const statement = statementOf(ctx, { list, naming, narrowing, most }, asked, condition);
    return statement ? tx.rows<FoundByName>(statement.text, statement.params) : [];
  };
  if (asked === '') return ask({ by: 'time' });
  if (naming.words) return ask({ by: 'words' });
  if (naming.keys.length === 0) return ask({ by: 'texts' });
  // Numbers are written in capitals, and names begin with one.
  const capital = asked.slice(0, 1).toUpperCase() + asked.slice(1);
  for (const begun of new Set([asked, capital, asked.toUpperCase()])) {
    for (const key of naming.keys) {
      const found = await ask({ by: 'key', key, begun });
      if (found.length > 0) return found;
    }
  }
  return [];
}

type Condition =
  | { readonly by: 'time' | 'words' | 'texts' }
  | { readonly by: 'key'; readonly key: string; readonly begun: string };

interface Asked {
  readonly list: Listed;
  readonly naming: ListNaming;
  readonly narrowing: ListNarrowing | undefined;
  readonly most: number;
}

function statementOf(
  ctx: Ctx,
  { list, naming, narrowing, most }: Asked,
  text: string,
  condition: Condition,
): { readonly text: string; readonly params: readonly unknown[] } | undefined {
  const { params, bind } = binder();
  const company = bind(ctx.companyId);
  const scope = list.scope?.(ctx, bind) ?? null;
  const parts = [`${companyColumn(list as ListDefinition)} = ${company}::uuid`];
  if (list.where !== undefined) parts.push(list.where);
  const reached = [...(scope === null ? [] : [scope]), ...(narrowing ? [narrowing(bind)] : [])];
  const { id, from } = list;
  const { label } = naming;
  const rank = rankOf(label, text, bind);
  let source = from;
  let order = `${id} desc`;
  switch (condition.by) {
    case 'words': {
      if (reached.length > 0) {
        const worded = naming.worded?.(text, id, { company, bind }) ?? null;
        if (worded === null) return undefined;
        parts.push(worded);
        order = `rank, 2, ${id}`;
        break;
      }
      const found = naming.words?.(text, { company, bind }) ?? null;
      if (found === null) return undefined;
      source = `${from} cross join (${found}) found_words`;
      parts.push(`${id} = found_words.record_id`);
      order = `rank, found_words.word, 2, ${id}`;
      break;
    }
    case 'texts':
      parts.push(searchCondition([label, ...list.search], text, bind));
      order = `rank, 2, ${id}`;
      break;
    case 'key': {
      const { key, begun } = condition;
      const behind = bind(`${begun}zzzzzzzz`);
      parts.push(`${key} >= ${bind(begun)} and ${key} < ${behind}`);
      parts.push(`${key} like ${bind(`${likeText(begun)}%`)}`);
      order = key;
      break;
    }
    case 'time':
  }
  const context = naming.context.map((sql) => `nullif((${sql})::text, '')`).join(', ');
  const isSifted = condition.by === 'key' && reached.length > 0;
  const columns = `${id} as id, (${label})::text as label,
    array_remove(array[${context}]::text[], null) as context,
    (${naming.account ?? 'null'})::uuid as account, ${rank} as rank`;
  if (!isSifted) {
    const where = [...parts, ...reached.map((part) => `(${part})`)].join(' and ');
    return {
      text: `select ${columns} from ${source} where ${where} order by ${order} limit ${most}`,
      params,
    };
  }
  const first = `select ${id} as id from ${source} where ${parts.join(' and ')}
    order by ${order} limit ${MOST_SIFTED}`;
  const where = [parts[0], `${id} = first_ones.id`, ...reached.map((part) => `(${part})`)];
  return {
    text: `select ${columns} from ${source} cross join (${first}) first_ones
      where ${where.join(' and ')} order by ${order} limit ${most}`,
    params,
  };
}

function rankOf(label: string, text: string, bind: (value: unknown) => string): string {
  if (text === '') return '2';
  return `case when (${label})::text ilike ${bind(likeText(text))} then 0
    when (${label})::text ilike ${bind(`${likeText(text)}%`)} then 1 else 2 end`;
}

/** Of the latest rows of a list so many are looked at for what they point at. */
const LATEST = 500;

/**
 * What the latest rows of a list point at by one of its fields, the last first: as far as the
 * caller reaches them, by primary key.
 */
async function lastPointedAt(
  tx: Tx,
  list: Pick<Listed, 'from' | 'where' | 'id' | 'scope'>,
  field: { readonly sql: string },
  most: number,
): Promise<readonly string[]> {
  const { params, bind } = binder();
  const company = `${companyColumn(list as ListDefinition)} = ${bind(tx.ctx.companyId)}::uuid`;
  const live = list.where === undefined ? '' : ` and ${list.where}`;
  const scope = list.scope?.(tx.ctx, bind) ?? null;
  const { id, from } = list;
  const rows = await tx.rows<{ id: string }>(
    `select said.id from (
       select (${field.sql})::text as id, ${id} as of from ${from}
       cross join (select ${id} as id from ${from} where ${company}${live}
         order by ${id} desc limit ${LATEST}) latest
       where ${company} and ${id} = latest.id${scope === null ? '' : ` and (${scope})`}) said
     where said.id is not null
     group by said.id order by max(said.of::text) desc limit ${most}`,
    params,
  );
  return rows.map((row) => row.id);
}

/** Records of lists by their names. */
export const namedRecords = {
  naming: listNaming,
  find: findNamed,
  lastPointedAt,
} as const;

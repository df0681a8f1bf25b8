import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { likeText } from '../compile-filter.js';
import type {
  Bind,
  ListDefinition,
  ListNaming,
  ListNarrowing,
  WordQuestion,
} from '../list-definition.js';
import { companyColumn } from '../list-joins.js';
import { binder, searchCondition } from '../list-statement.js';
import { shapesOf } from '../prepared-shape.js';
import { begunAs, keyRange } from './begun-keys.js';
import { lastPointedAt, type LastPointed } from './last-pointed.js';
import { likelyLists } from './likely-lists.js';
import { listNaming, type Listed } from './list-naming.js';

/** A record as it is found by its name. */
export interface FoundByName {
  readonly id: string;
  readonly label: string | null;
  /** Texts that tell it from others, empty ones left out. */
  readonly context: readonly string[];
  /** The name of the account that it is about, as far as whoever asks may see it. */
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
  /** SQL of the name of an account by SQL of its id; null of every one where it is left out. */
  readonly accountName?: AccountName | undefined;
  /** Only what the latest rows of another list point at, the last first. */
  readonly among?: LastPointed;
}

/** SQL of what names a record, by SQL of its id: null of what may not be seen. */
export type AccountName = (id: string, bind: Bind) => string;

const prepared = shapesOf(300);

/** So many are asked for at least, of which fewer are taken: whoever asks for others asks alike. */
const ASKED = [10, 50] as const;

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
  { text, ctx = tx.ctx, ...question }: NamedQuestion,
): Promise<readonly FoundByName[]> {
  const naming = listNaming(list);
  if (!naming) return [];
  const asked = text.trim();
  const { most } = question;
  const rounded = ASKED.find((each) => each >= most) ?? most;
  const ask = async (condition: Condition) => {
    // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
    const whole = { list, naming, ...question, most: rounded };
    const statement = statementOf(ctx, whole, asked, condition);
    if (!statement) return [];
    if (condition.by === 'words') tx.planOnce();
    const found = await tx.rows<FoundByName>(prepared(statement.text), statement.params);
    return found.slice(0, most);
  };
  if (asked === '') return ask({ by: 'time' });
  if (naming.words) return ask({ by: 'words' });
  if (naming.keys.length === 0) return ask({ by: 'texts' });
  for (const begun of begunAs(asked)) {
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

interface Asked extends Omit<NamedQuestion, 'text' | 'ctx'> {
  readonly list: Listed;
  readonly naming: ListNaming;
}

function statementOf(
  ctx: Ctx,
  { list, naming, narrowing, most, accountName, among }: Asked,
  text: string,
  condition: Condition,
): { readonly text: string; readonly params: readonly unknown[] } | undefined {
  const { params, bind } = binder();
  const company = bind(ctx.companyId);
  const scope = list.scope?.(ctx, bind) ?? null;
  const parts = [`${companyColumn(list as ListDefinition)} = ${company}::uuid`];
  if (list.where !== undefined) parts.push(list.where);
  const reached = [...(scope === null ? [] : [scope]), ...(narrowing ? [narrowing(bind)] : [])];
  const { id } = list;
  const used = among && lastPointedAt(ctx, among, { company, bind });
  const from = used === undefined ? list.from : `${list.from} cross join (${used}) used`;
  if (used !== undefined) parts.push(`${id} = used.id`);
  const { label } = naming;
  const rank = rankOf(label, text, bind);
  const isNarrowed = reached.length > 0 || used !== undefined;
  const part = conditionPart({ list, naming, isNarrowed }, text, condition, { company, bind });
  if (part === undefined) return undefined;
  parts.push(...part.parts);
  const source =
    part.beside === undefined ? from : `${from} cross join (${part.beside}) found_words`;
  const order = used === undefined ? part.order : 'used.said_by desc';
  const context = naming.context.map((sql) => `nullif((${sql})::text, '')`).join(', ');
  const account = naming.account === undefined ? undefined : accountName?.(naming.account, bind);
  const isSifted = condition.by === 'key' && reached.length > 0 && used === undefined;
  const columns = `${id} as id, (${label})::text as label,
    array_remove(array[${context}]::text[], null) as context,
    (${account ?? 'null'})::text as account, ${rank} as rank`;
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

interface ConditionPart {
  readonly parts: readonly string[];
  readonly order: string;
  /** A select that stands beside the list as `found_words`. */
  readonly beside?: string;
}

interface Conditioned {
  readonly list: Listed;
  readonly naming: ListNaming;
  /** Only some of the records are asked about: each for its own words. */
  readonly isNarrowed: boolean;
}

/** Undefined where nothing can fulfil it. */
function conditionPart(
  { list: { id, search }, naming, isNarrowed }: Conditioned,
  text: string,
  condition: Condition,
  asked: WordQuestion,
): ConditionPart | undefined {
  const { label } = naming;
  const { bind } = asked;
  switch (condition.by) {
    case 'words': {
      if (isNarrowed) {
        const worded = naming.worded?.(text, id, asked) ?? null;
        return worded === null ? undefined : { parts: [worded], order: `rank, 2, ${id}` };
      }
      const beside = naming.words?.(text, asked) ?? null;
      if (beside === null) return undefined;
      const order = `rank, found_words.word, 2, ${id}`;
      return { parts: [`${id} = found_words.record_id`], order, beside };
    }
    case 'texts': {
      const found = searchCondition([label, ...search], text, bind);
      return { parts: [found], order: `rank, 2, ${id}` };
    }
    case 'key': {
      const { key, begun } = condition;
      const range = keyRange(`${bind(begun)}::text`, key);
      return { parts: [range, `${key} like ${bind(`${likeText(begun)}%`)}`], order: key };
    }
    case 'time':
      return { parts: [], order: `${id} desc` };
  }
}

function rankOf(label: string, text: string, bind: (value: unknown) => string): string {
  if (text === '') return '2';
  return `case when (${label})::text ilike ${bind(likeText(text))} then 0
    when (${label})::text ilike ${bind(`${likeText(text)}%`)} then 1 else 2 end`;
}

/**
 * Whether one statement answers it: a caller then need not keep the transaction open for another.
 */
function isOneStatement(list: Listed, text: string): boolean {
  return text.trim() === '' || (listNaming(list)?.keys.length ?? 0) === 0;
}

/** Records of lists by their names. */
export const namedRecords = {
  naming: listNaming,
  find: findNamed,
  likely: likelyLists,
  isOneStatement,
} as const;

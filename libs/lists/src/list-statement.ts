import type { Ctx } from '@quittance/kernel';
import { FilterCompiler, likeText, pinnedCurrencies, SQL_TYPES } from './compile-filter.js';
import type {
  Bind,
  ListDefinition,
  ListField,
  ListNarrowing,
  ListRequest,
  SortKey,
} from './list-definition.js';
import {
  besideJoins,
  companyColumn,
  leadsDiffer,
  reachesOut,
  rowsOfJoins,
  withJoins,
} from './list-joins.js';
import { rangesAfter, type IndexRange, type Term } from './index-ranges.js';
import { shownSearch } from './shown-fields.js';
import { majorOrder } from './money-terms.js';

/** One statement and what is bound in it. */
export interface ListQueryText {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** The statements of one list request. */
export interface ListStatement {
  /**
   * Of a page one. Walking by key they are asked in turn until the page is full: each of them reads
   * a range of the list, and the next begins where it ends.
   */
  readonly rows: readonly [ListQueryText, ...ListQueryText[]];
  /** Null when walking by key: there is no total. */
  readonly count: ListQueryText | null;
  /**
   * Which of several tables is to lead depends on the values: such a statement is planned each
   * time, not prepared.
   */
  readonly planned: boolean;
}

const MAX_WORDS = 8;

/** The name under which the key of a row is read when walking. */
export const keyName = (i: number) => `_key${i}`;

/** Binds values in their order into an array of its own. */
export function binder(taken: readonly unknown[] = []): { params: unknown[]; bind: Bind } {
  const params = [...taken];
  return { params, bind: (value) => `$${params.push(value)}` };
}

export function buildStatement(
  ctx: Ctx,
  list: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): ListStatement {
  const { definition, sortJoin } = withJoins(list, request);
  const isJoined = definition.from !== list.from;
  const planned =
    reachesOut(request.filter) ||
    request.sort.some(({ reached }) => reached) ||
    (isJoined && leadsDiffer(ctx, list, request, narrowing));
  const { params, bind } = binder();
  // Of all fields: those that the request names are not all that is searched.
  const searched = { ...definition, search: shownSearch(ctx, list) };
  const where = conditions(ctx, searched, request, narrowing, bind);
  const counting = [...params];
  const from = withBeside(definition.from, request.sort, bind);
  const id = sortJoin ? `${sortJoin.alias}.${sortJoin.record}` : list.id;
  const terms = sortTerms(definition.fields, id, request);
  if (request.cursor) {
    const { after } = request.cursor;
    const ranges: readonly [IndexRange, ...IndexRange[]] = after
      ? rangesAfter(terms, after)
      : [() => 'true'];
    const [first, ...more] = ranges;
    const walk = (range: IndexRange): ListQueryText => {
      const bound = binder(params);
      const part = `${where} and ${range(bound.bind)}`;
      return {
        text: walked({ ...definition, from }, terms, part, request.pageSize),
        params: bound.params,
      };
    };
    return { rows: [walk(first), ...more.map(walk)], count: null, planned };
  }
  const counted = countOfJoins(ctx, list, request, narrowing) ?? {
    // What only sorts has a row for every record: it changes no total.
    text: `select count(*)::int as total
      from ${withJoins(list, { ...request, sort: [] }).definition.from} where ${where}`,
    params: counting,
  };
  const found = pageOfJoins(ctx, list, request, narrowing);
  if (found) return { rows: [found], count: counted, planned };
  const page = `where ${where} ${orderOf(terms)} ${rangeOf(request, bind)}`;
  const text = definition.wide
    ? keysFirst(list, from, terms, page)
    : `select ${definition.select} from ${from} ${page}`;
  return { rows: [{ text, params }], count: counted, planned };
}

/** With the rows of other tables that the list is sorted by, at most one for each of its own. */
function withBeside(from: string, sort: readonly SortKey[], bind: Bind): string {
  return [
    from,
    ...besideJoins(
      sort.map(({ reached }) => reached),
      bind,
    ),
  ].join(' ');
}

function walked(
  { select, from }: ListDefinition,
  terms: readonly Term[],
  where: string,
  pageSize: number,
): string {
  const keys = terms.map(({ sql }, i) => `(${sql})::text as ${keyName(i)}`).join(', ');
  return `select ${select}, ${keys} from ${from} where ${where} ${orderOf(terms)}
    limit ${pageSize + 1}`;
}

function rangeOf({ page, pageSize }: ListRequest, bind: Bind): string {
  const offset = (page - 1) * pageSize;
  return `limit ${pageSize}${offset > 0 ? ` offset ${bind(offset)}` : ''}`;
}

/** Sorting rows with all their columns costs more than finding those of one page again by key. */
function keysFirst(
  definition: ListDefinition,
  joined: string,
  terms: readonly Term[],
  page: string,
): string {
  const { id, from, select } = definition;
  const company = companyColumn(definition);
  const keys = terms.map(({ sql }, i) => `${sql} as ${keyName(i)}`).join(', ');
  const order = terms.map((term, i) => inPage(term, i)).join(', ');
  return `select ${select} from (select ${keys} from ${joined} ${page}) page
    join ${from} on ${company} = $1::uuid and ${id} = page.${keyName(terms.length - 1)}
    order by ${order}`;
}

/**
 * A page whose keys are found in the tables of joined fields alone: its rows are read, no others.
 */
function pageOfJoins(
  ctx: Ctx,
  list: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): ListQueryText | undefined {
  const { params, bind } = binder();
  const rows = list.wide && rowsOfJoins(ctx, list, request, narrowing, bind);
  if (!rows) return undefined;
  const terms = sortTerms(rows.fields, rows.id, request);
  const page = `where ${rows.where} ${orderOf(terms)} ${rangeOf(request, bind)}`;
  return { text: keysFirst(list, rows.from, terms, page), params };
}

/** The total of a list where nothing but joined fields narrows it. */
function countOfJoins(
  ctx: Ctx,
  list: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): ListQueryText | undefined {
  if (!request.filter) return undefined;
  const { params, bind } = binder();
  const rows = rowsOfJoins(ctx, list, { ...request, sort: [] }, narrowing, bind);
  if (!rows) return undefined;
  return { text: `select count(*)::int as total from ${rows.from} where ${rows.where}`, params };
}

function inPage({ descending }: Term, i: number): string {
  return `page.${keyName(i)}${descending ? ' desc' : ''}`;
}

/** What the rows of a request fulfil; the company is the first of what is bound. */
export function conditions(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
  bind: Bind,
): string {
  const { filter, search } = request;
  const parts = [`${companyColumn(definition)} = ${bind(ctx.companyId)}::uuid`];
  if (definition.where !== undefined) parts.push(definition.where);
  const scope = definition.scope?.(ctx, bind) ?? null;
  if (scope !== null) parts.push(`(${scope})`);
  if (narrowing) parts.push(`(${narrowing(bind)})`);
  if (filter) {
    const compiler = new FilterCompiler(definition.fields, bind);
    parts.push(`(${compiler.compile(filter, pinnedCurrencies(filter, definition.fields))})`);
  }
  if (search !== null) parts.push(searchCondition(definition.search, search, bind));
  return parts.join(' and ');
}

/** Every word must stand in one of the columns, in any case. */
export function searchCondition(search: readonly string[], text: string, bind: Bind): string {
  if (search.length === 0) return 'false';
  const words = text.split(/\s+/).slice(0, MAX_WORDS);
  const found = words.map((word) => {
    const pattern = bind(`%${likeText(word)}%`);
    return `(${search.map((column) => `${column} ilike ${pattern}`).join(' or ')})`;
  });
  return found.join(' and ');
}

function sortTerms(
  fields: Readonly<Record<string, ListField>>,
  id: string,
  request: ListRequest,
): Term[] {
  const known = request.filter ? pinnedCurrencies(request.filter, fields) : new Map();
  const terms = request.sort.map(({ field: name, descending, reached }: SortKey): Term => {
    const field = reached ? reached.beside?.field : fields[name];
    if (!field) throw new Error(`The sort names a field that is not listed: ${name}`);
    const { type, currency, notNull = false } = field;
    const money = type === 'money' && currency !== undefined;
    const sql = money ? majorOrder(field.sql, currency, known.get(currency)) : field.sql;
    const term = { sql, type: money ? 'numeric' : SQL_TYPES[type], descending, notNull };
    return field.approximate === undefined ? term : { ...term, lead: field.approximate };
  });
  const descending = terms.at(-1)?.descending ?? false;
  return [...terms, { sql: id, type: 'uuid', descending, notNull: true }];
}

function orderOf(terms: readonly Term[]): string {
  return `order by ${terms.map(orderBy).join(', ')}`;
}

function orderBy({ sql, descending, lead }: Term): string {
  const parts = lead === undefined ? [sql] : [lead, sql];
  return parts.map((part) => (descending ? `${part} desc` : part)).join(', ');
}

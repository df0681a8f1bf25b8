import type { Ctx } from '@quittance/kernel';
import { FilterCompiler, likeText, pinnedCurrencies, SQL_TYPES } from './compile-filter.js';
import type { CursorValues } from './cursor.js';
import type {
  Bind,
  FilterNode,
  ListDefinition,
  ListNarrowing,
  ListRequest,
  SortKey,
} from './list-definition.js';
import { majorOrder } from './money-terms.js';

/** Statement texts of one list request; both share the parameters of the condition. */
export interface ListStatement {
  readonly rows: string;
  readonly rowParams: readonly unknown[];
  /** Null when walking by key: there is no total. */
  readonly count: string | null;
  readonly countParams: readonly unknown[];
  /**
   * Which of several tables is to lead depends on the values: such a statement is planned each time,
   * not prepared.
   */
  readonly planned: boolean;
}

interface Term {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
  readonly notNull: boolean;
  /** What orders the same and stands before it in the index. */
  readonly lead?: string;
}

const MAX_WORDS = 8;

/** The name under which the key of a row is read when walking. */
export const keyName = (i: number) => `_key${i}`;

export function buildStatement(
  ctx: Ctx,
  list: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): ListStatement {
  const definition = withJoins(list, request);
  const planned = definition !== list && leadsDiffer(ctx, list, request, narrowing);
  // What only sorts has a row for every record: it changes no total.
  const counted = withJoins(list, { ...request, sort: [] }).from;
  const { from, select } = definition;
  const params: unknown[] = [];
  const bind: Bind = (value) => `$${params.push(value)}`;
  const where = conditions(ctx, definition, request, narrowing, bind);
  const countParams = [...params];
  const terms = sortTerms(definition, request);
  const order = `order by ${terms.map(orderBy).join(', ')}`;
  if (!request.cursor) {
    const offset = (request.page - 1) * request.pageSize;
    const skip = offset > 0 ? ` offset ${bind(offset)}` : '';
    const page = `where ${where} ${order} limit ${request.pageSize}${skip}`;
    return {
      rows: definition.wide
        ? keysFirst(list, definition.from, terms, page)
        : `select ${select} from ${from} ${page}`,
      rowParams: params,
      planned,
      ...(countOfJoins(ctx, list, request, narrowing) ?? {
        count: `select count(*)::int as total from ${counted} where ${where}`,
        countParams,
      }),
    };
  }
  const { after } = request.cursor;
  const beyond = after ? `${where} and ${afterKey(terms, after, bind)}` : where;
  const keys = terms.map(({ sql }, i) => `(${sql})::text as ${keyName(i)}`).join(', ');
  const rows = `select ${select}, ${keys} from ${from} where ${beyond} ${order}
    limit ${request.pageSize + 1}`;
  return { rows, rowParams: params, count: null, countParams: [], planned };
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

/** The fields that the filter and the sort name. */
function namedFields({ filter, sort }: ListRequest): ReadonlySet<string> {
  const names = new Set(sort.map(({ field }) => field));
  if (filter) addFields(filter, names);
  return names;
}

/** Where one joined field alone is filtered and sorted by, its index serves whatever the values are. */
function leadsDiffer(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): boolean {
  if (namedFields(request).size > 1 || request.search !== null || narrowing) return true;
  return (definition.scope?.(ctx, () => '') ?? null) !== null;
}

function addFields(node: FilterNode, names: Set<string>): void {
  if (node.kind === 'condition') names.add(node.field);
  else if (node.kind === 'not') addFields(node.node, names);
  else for (const each of node.nodes) addFields(each, names);
}

/** The list with the tables that serve the fields this request names. */
function withJoins(definition: ListDefinition, request: ListRequest): ListDefinition {
  const served = [...namedFields(request)].flatMap((name) => {
    const field = definition.fields[name];
    if (!field?.join) return [];
    const { sql, approximate } = field.join;
    return [
      [name, { ...field, sql, ...(approximate ? { approximate } : {}) }, field.join] as const,
    ];
  });
  if (served.length === 0) return definition;
  const { id, from } = definition;
  const company = companyColumn(definition);
  const joins = new Map(
    served.map(([, , { alias, table, record, on }]) => [
      alias,
      `join ${table} ${alias} on ${alias}.company_id = ${company}
        and ${alias}.${record} = ${id} and ${on}`,
    ]),
  );
  const fields = Object.fromEntries(served.map(([name, field]) => [name, field]));
  return {
    ...definition,
    from: [from, ...joins.values()].join(' '),
    fields: { ...definition.fields, ...fields },
  };
}

/**
 * The total of a list where nothing but joined fields narrows it: their tables have a row for every
 * record, so that they alone are counted.
 */
function countOfJoins(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): Pick<ListStatement, 'count' | 'countParams'> | undefined {
  const { filter, search } = request;
  if (!filter || search !== null || narrowing) return undefined;
  const names = new Set<string>();
  addFields(filter, names);
  const joins = [...names].map((name) => definition.fields[name]?.join);
  const [first] = joins;
  if (!first || !joins.every((join) => join !== undefined)) return undefined;
  const params: unknown[] = [];
  const bind: Bind = (value) => `$${params.push(value)}`;
  const company = `${first.alias}.company_id`;
  const where = [`${company} = ${bind(ctx.companyId)}::uuid`, first.on];
  if ((definition.scope?.(ctx, bind) ?? null) !== null) return undefined;
  const { fields } = withJoins(definition, { ...request, sort: [] });
  where.push(new FilterCompiler(fields, bind).compile(filter, new Map()));
  const others = new Map(joins.map((join) => [join.alias, join]));
  others.delete(first.alias);
  const more = [...others.values()].map(
    ({ alias, table, record, on }) => `join ${table} ${alias} on ${alias}.company_id = ${company}
      and ${alias}.${record} = ${first.alias}.${first.record} and ${on}`,
  );
  const from = [`${first.table} ${first.alias}`, ...more].join(' ');
  const count = `select count(*)::int as total from ${from} where ${where.join(' and ')}`;
  return { count, countParams: params };
}

function inPage({ descending }: Term, i: number): string {
  return `page.${keyName(i)}${descending ? ' desc' : ''}`;
}

function conditions(
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
  if (search !== null) parts.push(searchCondition(definition, search, bind));
  return parts.join(' and ');
}

function companyColumn({ id }: ListDefinition): string {
  return `${id.slice(0, id.lastIndexOf('.'))}.company_id`;
}

/** Every word must stand in one of the columns, in any case. */
function searchCondition({ search }: ListDefinition, text: string, bind: Bind): string {
  if (search.length === 0) return 'false';
  const words = text.split(/\s+/).slice(0, MAX_WORDS);
  const found = words.map((word) => {
    const pattern = bind(`%${likeText(word)}%`);
    return `(${search.map((column) => `${column} ilike ${pattern}`).join(' or ')})`;
  });
  return found.join(' and ');
}

function sortTerms({ id, fields }: ListDefinition, request: ListRequest): Term[] {
  const known = request.filter ? pinnedCurrencies(request.filter, fields) : new Map();
  const terms = request.sort.map(({ field: name, descending }: SortKey): Term => {
    const field = fields[name];
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

function orderBy({ sql, descending, lead }: Term): string {
  const parts = lead === undefined ? [sql] : [lead, sql];
  return parts.map((part) => (descending ? `${part} desc` : part)).join(', ');
}

/**
 * Everything behind the position. Where no key is null and all run one way it is a row comparison,
 * which an index serves; otherwise a chain of "equal so far and then behind", nulls being the
 * largest as PostgreSQL sorts them.
 */
function afterKey(terms: readonly Term[], values: CursorValues, bind: Bind): string {
  const places = terms.map(({ type }, i) => `${bind(values[i])}::${type}`);
  const oneWay = terms.every(({ descending }) => descending === terms[0]?.descending);
  if (oneWay && terms.every(({ notNull }) => notNull)) {
    const sign = terms[0]?.descending ? '<' : '>';
    return `(${terms.map(({ sql }) => sql).join(', ')}) ${sign} (${places.join(', ')})`;
  }
  const chain = terms.map((term, i) => {
    const equal = terms.slice(0, i).map(({ sql }, j) => `${sql} is not distinct from ${places[j]}`);
    return `(${[...equal, behind(term, places[i] ?? '', values[i] ?? null)].join(' and ')})`;
  });
  const start = startOf(terms[0], places[0] ?? '', values[0] ?? null);
  return `${start}(${chain.join(' or ')})`;
}

/**
 * What of the position an index may begin at: the chain alone would have it read from the start. Not
 * where greater keys and nulls are both behind.
 */
function startOf(term: Term | undefined, place: string, value: string | null): string {
  if (!term) return '';
  const { sql, descending, notNull, lead } = term;
  if (value === null) return descending ? '' : `${sql} is null and `;
  if (!descending && !notNull) return '';
  const sign = descending ? '<=' : '>=';
  const near = lead === undefined ? '' : `${lead} ${sign} ${place}::float8 and `;
  return `${near}${sql} ${sign} ${place} and `;
}

function behind({ sql, descending, notNull }: Term, place: string, value: string | null): string {
  if (descending) return value === null ? `${sql} is not null` : `${sql} < ${place}`;
  if (value === null) return 'false';
  return notNull ? `${sql} > ${place}` : `(${sql} > ${place} or ${sql} is null)`;
}

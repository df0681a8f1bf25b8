import type { Ctx } from '@quittance/kernel';
import { FilterCompiler, likeText, pinnedCurrencies, SQL_TYPES } from './compile-filter.js';
import type { CursorValues } from './cursor.js';
import type {
  Bind,
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
}

interface Term {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
  readonly notNull: boolean;
}

const MAX_WORDS = 8;

/** The name under which the key of a row is read when walking. */
export const keyName = (i: number) => `_key${i}`;

export function buildStatement(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): ListStatement {
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
        ? keysFirst(definition, terms, page)
        : `select ${select} from ${from} ${page}`,
      rowParams: params,
      count: `select count(*)::int as total from ${from} where ${where}`,
      countParams,
    };
  }
  const { after } = request.cursor;
  const beyond = after ? `${where} and ${afterKey(terms, after, bind)}` : where;
  const keys = terms.map(({ sql }, i) => `(${sql})::text as ${keyName(i)}`).join(', ');
  const rows = `select ${select}, ${keys} from ${from} where ${beyond} ${order}
    limit ${request.pageSize + 1}`;
  return { rows, rowParams: params, count: null, countParams: [] };
}

/** Sorting rows with all their columns costs more than finding those of one page again by key. */
function keysFirst(definition: ListDefinition, terms: readonly Term[], page: string): string {
  const { id, from, select } = definition;
  const company = companyColumn(definition);
  const keys = terms.map(({ sql }, i) => `${sql} as ${keyName(i)}`).join(', ');
  const order = terms.map((term, i) => orderBy({ ...term, sql: `page.${keyName(i)}` })).join(', ');
  return `select ${select} from (select ${keys} from ${from} ${page}) page
    join ${from} on ${company} = $1::uuid and ${id} = page.${keyName(terms.length - 1)}
    order by ${order}`;
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
    return { sql, type: money ? 'numeric' : SQL_TYPES[type], descending, notNull };
  });
  const descending = terms.at(-1)?.descending ?? false;
  return [...terms, { sql: id, type: 'uuid', descending, notNull: true }];
}

function orderBy({ sql, descending }: Term): string {
  return descending ? `${sql} desc` : sql;
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
  return `(${chain.join(' or ')})`;
}

function behind({ sql, descending, notNull }: Term, place: string, value: string | null): string {
  if (descending) return value === null ? `${sql} is not null` : `${sql} < ${place}`;
  if (value === null) return 'false';
  return notNull ? `${sql} > ${place}` : `(${sql} > ${place} or ${sql} is null)`;
}

import type { Ctx } from '@quittance/kernel';
import { FilterCompiler } from './compile-filter.js';
import type {
  Bind,
  FilterNode,
  FilterOperator,
  ListDefinition,
  ListField,
  ListJoin,
  ListNarrowing,
  ListRequest,
} from './list-definition.js';

/** The tables that serve fields of a request beside the list's own. */
export interface ServedList {
  /** The list with those tables joined, and with the fields that the request names alone. */
  readonly definition: ListDefinition;
  /** The table of the first sort key, where one serves it: its key is the one of the record. */
  readonly sortJoin: ListJoin | undefined;
}

/** The fields that the filter and the sort name. */
function namedFields({ filter, sort }: ListRequest): ReadonlySet<string> {
  const names = new Set(sort.map(({ field }) => field));
  if (filter) addFields(filter, names);
  return names;
}

function addFields(node: FilterNode, names: Set<string>): void {
  if (node.kind === 'condition') names.add(node.field);
  else if (node.kind === 'not') addFields(node.node, names);
  else for (const each of node.nodes) addFields(each, names);
}

const OF_NOTHING: ReadonlySet<FilterOperator> = new Set(['ne', 'notIn', 'isNotSet']);

/** The fields without a value in which no record passes the filter. */
function demandedFields(filter: FilterNode | null, names = new Set<string>()): Set<string> {
  if (filter?.kind === 'condition' && !OF_NOTHING.has(filter.op)) names.add(filter.field);
  if (filter?.kind === 'and') for (const each of filter.nodes) demandedFields(each, names);
  return names;
}

/** Whether the filter asks of a text for more than the first characters that the table has. */
function asksBeyond(node: FilterNode | null, name: string, join: ListJoin): boolean {
  const { cut } = join;
  if (node === null || cut === undefined) return false;
  if (node.kind === 'not') return asksBeyond(node.node, name, join);
  if (node.kind !== 'condition') {
    return node.nodes.some((each) => asksBeyond(each, name, join));
  }
  if (node.field !== name) return false;
  if (node.op === 'contains' || node.op === 'endsWith') return true;
  return node.values.some((value) => [...String(value)].length >= cut);
}

/** Whether the filter asks about rows of other tables. */
export function reachesOut(node: FilterNode | null): boolean {
  if (node === null) return false;
  if (node.kind === 'condition') return node.reached !== undefined;
  return node.kind === 'not' ? reachesOut(node.node) : node.nodes.some(reachesOut);
}

/**
 * Where one joined field alone is filtered and sorted by, its index serves whatever the values are.
 */
export function leadsDiffer(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
): boolean {
  if (namedFields(request).size > 1 || request.search !== null || narrowing) return true;
  return (definition.scope?.(ctx, () => '') ?? null) !== null;
}

/** The list with the tables that serve the fields this request names. */
export function withJoins(definition: ListDefinition, request: ListRequest): ServedList {
  const demanded = demandedFields(request.filter);
  const fields: Record<string, ListField> = {};
  const joins = new Map<string, ListJoin>();
  for (const name of namedFields(request)) {
    const field = definition.fields[name];
    if (!field) continue;
    const { join } = field;
    const has = join && (!join.sparse || demanded.has(name));
    const serves = has && !asksBeyond(request.filter, name, join);
    fields[name] = serves ? joined(field, join) : field;
    if (serves) joins.set(name, join);
  }
  const { id, from } = definition;
  const more = [...joins.values()].map((join) => joinOn(join, id));
  return {
    definition: { ...definition, fields, from: [from, ...more].join(' ') },
    sortJoin: joins.get(request.sort[0]?.field ?? ''),
  };
}

function joined(field: ListField, { sql, approximate }: ListJoin): ListField {
  return { ...field, sql, ...(approximate === undefined ? {} : { approximate }) };
}

/** The company is the first of what is bound. */
function joinOn({ alias, table, record, on }: ListJoin, id: string): string {
  return `join ${table} ${alias} on ${alias}.company_id = $1::uuid
        and ${alias}.${record} = ${id} and ${on}`;
}

/** What joins the rows that these fields are of: each once, however many fields are of it. */
export function besideJoins(
  fields: readonly (ListField | undefined)[],
  bind: Bind,
): readonly string[] {
  const besides = new Map(fields.flatMap((each) => each?.beside ?? []).map((b) => [b.alias, b]));
  return [...besides.values()].map(({ join }) => join(bind));
}

/** Joined tables alone, with what narrows their rows to those of the list. */
export interface JoinedRows {
  readonly from: string;
  readonly where: string;
  /** Their column with the id of the record. */
  readonly id: string;
  readonly fields: ListDefinition['fields'];
}

/**
 * The tables of joined fields without the list's own, where nothing else narrows it: they have a
 * row for every record, so that they alone are counted, and the keys of a page found in them.
 * Undefined where a field of the request is not theirs.
 */
export function rowsOfJoins(
  ctx: Ctx,
  definition: ListDefinition,
  request: ListRequest,
  narrowing: ListNarrowing | undefined,
  bind: Bind,
): JoinedRows | undefined {
  const { filter, search } = request;
  if (search !== null || narrowing) return undefined;
  const names = [...namedFields(request)];
  const joins = names.map((name) => definition.fields[name]?.join);
  const [first] = joins;
  const isWhole = (join: ListJoin | undefined, i: number) =>
    join !== undefined && !join.sparse && !asksBeyond(filter, names[i] ?? '', join);
  if (!first || !joins.every(isWhole)) return undefined;
  if ((definition.scope?.(ctx, () => '') ?? null) !== null) return undefined;
  const company = `${first.alias}.company_id`;
  const id = `${first.alias}.${first.record}`;
  const where = [`${company} = ${bind(ctx.companyId)}::uuid`, first.on];
  const { fields } = withJoins(definition, request).definition;
  if (filter) where.push(new FilterCompiler(fields, bind).compile(filter, new Map()));
  const others = new Map(joins.map((join) => [join?.alias, join as ListJoin]));
  others.delete(first.alias);
  const more = [...others.values()].map((join) => joinOn(join, id));
  const from = [`${first.table} ${first.alias}`, ...more].join(' ');
  return { from, where: where.join(' and '), id, fields };
}

export function companyColumn({ id }: ListDefinition): string {
  return `${id.slice(0, id.lastIndexOf('.'))}.company_id`;
}

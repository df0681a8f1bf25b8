import type { Ctx, Permissions } from '@quittance/kernel';
import type { Bind } from '@quittance/lists';
import { scopeWidth } from '../actors/permissions.js';
import { ofAccounts, type Scope } from '../catalogue/resources.js';

/** A column that holds the id of a row of another table, by the view that its lib publishes. */
interface WayStep {
  readonly column: string;
  /** With its schema: `crm.pub_account`. It has `company_id` and `id`. */
  readonly view: string;
  /** Of what it points at: whoever may look at those reaches no more rows than of those. */
  readonly beside?: string;
}

/**
 * How a row reaches whose it is: the columns that are followed, one after the other, to the row
 * with `owner_id`. Without a step the row has it itself.
 */
export type Way = readonly WayStep[];

/** Whose the rows of a table are. */
export interface RecordReach {
  /** The row of the role matrix whose scope binds them. */
  readonly resource: string;
  /** One, or several where a row has the column of one of them alone, and null in the others. */
  readonly ways: readonly [Way, ...Way[]];
  /** Resources whose scope to look at binds them as well, for whoever may look at those. */
  readonly beside?: readonly string[];
}

/** Which rows there are: by whose they are, under what name they stand in the statement. */
export interface ReachedRows {
  readonly ways: RecordReach['ways'];
  readonly alias: string;
}

/**
 * The rows that a scope reaches, as SQL: null where that is every one. An actor without a user owns
 * nothing. By the index of owners that each table of owned records has.
 */
export function rowsWithin(
  ctx: Ctx,
  scope: Scope,
  { ways, alias }: ReachedRows,
  bind: Bind,
): string | null {
  if (!isNarrow(ctx, scope, ways)) return null;
  const found = ways.map((way) => owners(ctx, scopeOfWay(ctx, scope, way), way, alias, bind));
  return found.length === 1 ? (found[0] ?? null) : `(${found.join(' or ')})`;
}

/** Whether a scope, or that of what a way points at, reaches less than every row. */
export function isNarrow(ctx: Ctx, scope: Scope, ways: RecordReach['ways']): boolean {
  return ways.some((way) => scopeOfWay(ctx, scope, way) !== 'all');
}

function scopeOfWay({ permissions }: Ctx, scope: Scope, way: Way): Scope {
  const beside = way.flatMap((step) => step.beside ?? []);
  return narrower([scope, scopeBeside(permissions, beside)]);
}

function owners(ctx: Ctx, scope: Scope, way: Way, alias: string, bind: Bind): string {
  const [first, ...rest] = way;
  if (first && scope === 'all') return `${alias}.${first.column} is not null`;
  if (!first) return ownedBy(ctx, scope, alias, bind);
  const company = `${bind(ctx.companyId)}::uuid`;
  const joined = rest.map(
    ({ column, view }, i) => `
      join ${view} ${name(i + 1)} on ${name(i + 1)}.company_id = ${company}
        and ${name(i + 1)}.id = ${name(i)}.${column}`,
  );
  return `${alias}.${first.column} in (
    select ${name(0)}.id from ${first.view} ${name(0)}${joined.join('')}
    where ${name(0)}.company_id = ${company} and ${ownedBy(ctx, scope, name(rest.length), bind)})`;
}

const name = (i: number) => `reach${i}`;

function ownedBy(ctx: Ctx, scope: Scope, alias: string, bind: Bind): string {
  const user = `${bind(ctx.userId)}::uuid`;
  const own = `${alias}.owner_id = ${user}`;
  if (scope === 'own') return own;
  const company = `${bind(ctx.companyId)}::uuid`;
  return `(${own} or ${alias}.owner_id in (
    select mate.id from identity.pub_user mate
    join identity.pub_user me on me.company_id = ${company} and me.team = mate.team
    where mate.company_id = ${company} and me.id = ${user}))`;
}

/**
 * The narrowest scope to look at among those of these resources that somebody may look at; `all`
 * where that is none.
 */
export function scopeBeside(permissions: Permissions, resources: readonly string[]): Scope {
  return narrower(
    resources
      .filter((resource) => permissions.can(resource, 'view'))
      .map((resource) => permissions.scope(resource, 'view')),
  );
}

/** The narrowest of them; `all` where there is none. */
export function narrower(scopes: readonly Scope[]): Scope {
  return scopes.reduce<Scope>((a, b) => (scopeWidth(b) < scopeWidth(a) ? b : a), 'all');
}

/**
 * The rows of a table that the actor reaches with what the request asks of their resource, as SQL;
 * null where that is every one.
 */
export function reachedRows(
  ctx: Ctx,
  { resource, ways, beside = [] }: RecordReach,
  alias: string,
  bind: Bind,
): string | null {
  const { permissions } = ctx;
  if (permissions.all) return null;
  const scope = narrower([permissions.scope(resource), scopeBeside(permissions, beside)]);
  return rowsWithin(ctx, scope, { ways, alias }, bind);
}

/** Which rows somebody reaches, as SQL. */
export const reach = {
  rows: reachedRows,
  within: rowsWithin,
  beside: scopeBeside,
  narrower,
  isNarrow,
  ofAccounts,
} as const;

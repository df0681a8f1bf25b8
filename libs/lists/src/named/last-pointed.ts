import type { Ctx } from '@quittance/kernel';
import type { ListDefinition, WordQuestion } from '../list-definition.js';
import { companyColumn } from '../list-joins.js';

/** What the latest rows of a list point at by one of its fields. */
export interface LastPointed {
  readonly list: Pick<ListDefinition, 'from' | 'where' | 'id' | 'scope'>;
  /** The SQL of the field. */
  readonly field: { readonly sql: string };
  /** So many of what they point at, at most. */
  readonly most: number;
}

/** Of the latest rows of a list so many are looked at for what they point at. */
const LATEST = 500;

/**
 * SQL of the `id` of what they point at and of the last row that says so (`said_by`), as far as the
 * caller reaches the rows. The primary key leads; a scope is asked of the latest alone.
 */
export function lastPointedAt(
  ctx: Ctx,
  { list, field, most }: LastPointed,
  { company, bind }: WordQuestion,
): string {
  const own = `${companyColumn(list as ListDefinition)} = ${company}::uuid`;
  const live = list.where === undefined ? '' : ` and ${list.where}`;
  const scope = list.scope?.(ctx, bind) ?? null;
  const { id, from } = list;
  const said = `(${field.sql})::uuid as id, ${id} as of`;
  const latest = (columns: string) => `select ${columns} from ${from} where ${own}${live}
    order by ${id} desc limit ${LATEST}`;
  const reached =
    scope === null
      ? latest(said)
      : `select ${said} from ${from} cross join (${latest(`${id} as id`)}) latest
         where ${own} and ${id} = latest.id and (${scope})`;
  return `select said.id, max(said.of::text) as said_by from (${reached}) said
    where said.id is not null group by said.id order by said_by desc limit ${most}`;
}

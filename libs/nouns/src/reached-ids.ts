import { reach as reached } from '@quittance/access';
import { arrays, type Tx } from '@quittance/database';
import type { NounDescription } from './noun.js';

/**
 * Those of the records that the actor reaches, where a request names many and each has an outcome
 * of its own; by the primary key. Whoever reaches all is asked about none.
 */
export async function reachedIds<Id extends string>(
  tx: Tx,
  { table, reach }: Pick<NounDescription, 'table' | 'reach'>,
  ids: readonly Id[],
): Promise<readonly Id[]> {
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = reach ? reached.rows(tx.ctx, reach, 't', bind) : null;
  if (scope === null) return ids;
  const rows = await tx.rows<{ id: Id }>(
    `select t.id from ${table} t
     where t.company_id = $1 and t.id = any($2::uuid[]) and ${scope}`,
    params,
  );
  return rows.map(({ id }) => id);
}

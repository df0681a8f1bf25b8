import { sql, type Sql, type Tx } from '@quittance/database';
import { notFound, references } from '@quittance/kernel';
import type { RecordId, RecordObject } from '@quittance/metadata';
import { liveRowsBound, objectParams, recordScope } from './owned-rows.js';

const known = new WeakMap<RecordObject, Sql>();

/** By primary key. */
function existence(object: RecordObject): Sql {
  let made = known.get(object);
  if (!made) {
    made = sql(`select 1 from ${object.table.name} t
      where t.company_id = $1 and t.id = $2 and ${liveRowsBound(object, 't', '$3')}`);
    known.set(object, made);
  }
  return made;
}

/**
 * For what hangs on a record: that there is one and that the actor may see it.
 * @throws DomainError not_found
 */
export async function requireRecord(tx: Tx, object: RecordObject, id: RecordId): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id, ...objectParams(object)];
  const scope = recordScope(tx.ctx, object, 't', (value) => `$${params.push(value)}`);
  const statement = existence(object);
  const found = await tx.maybe(
    scope === null ? statement : `${statement.text} and ${scope}`,
    params,
  );
  if (!found) throw notFound({ object: references.called(object.label) });
}

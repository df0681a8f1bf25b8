import { sql, type Tx, arrays } from '@quittance/database';
import type { FieldValue, FieldId } from '@quittance/fields';
import { type CompanyObject, storedFormulas } from '@quittance/metadata';
import { recordRows, type RecordRow } from '../records/record-rows.js';
import { rollUpParents } from './compute-fields.js';
import { lockRows, storeComputed } from './store-computed.js';

/**
 * Brings the values of a formula or roll-up that is stored into records that were there before it
 * was. Nothing happens for other fields. The worker calls it for batch after batch.
 */
export async function fillStored(
  tx: Tx,
  object: CompanyObject,
  fieldId: FieldId,
  ids: readonly string[],
): Promise<void> {
  const field = [...object.fields.values()].find(
    ({ storage }) => storage.kind === 'custom' && storage.fieldId === fieldId,
  );
  if (field?.type === 'rollup') {
    await lockRows(tx, object, ids);
    const totals = await rollUpParents(tx, object, field, ids, null);
    // Where a field that it needs is gone, what was stored goes too.
    const values = new Map(ids.map((id) => [id, totals.get(id) ?? null]));
    await storeComputed(tx, object, membersOf(field.name, values));
  } else if (field?.type === 'formula') {
    await storeComputed(
      tx,
      object,
      membersOf(field.name, await formulasOf(tx, object, field.name, ids)),
    );
  }
}

function membersOf(name: string, values: ReadonlyMap<string, FieldValue>) {
  return new Map([...values].map(([id, value]) => [id, { [name]: value }]));
}

async function formulasOf(
  tx: Tx,
  object: CompanyObject,
  name: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FieldValue>> {
  const rows = recordRows(object);
  const found = await tx.rows<RecordRow>(
    sql(`select ${rows.select} from ${object.table.name} t
      where t.company_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update`),
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
  const values = new Map<string, FieldValue>();
  for (const row of found) {
    const view = rows.view(row);
    values.set(view.id, (await storedFormulas(object, view, tx.ctx))[name] ?? null);
  }
  return values;
}

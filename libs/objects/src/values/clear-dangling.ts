import { audit } from '@quittance/audit';
import { sql, type Tx, arrays } from '@quittance/database';
import type { RecordId, CompanyObject } from '@quittance/metadata';
import { storeComputed } from '../computed/store-computed.js';
import type { FieldId } from '@quittance/fields';
import { lockTargets } from '../records/check-references.js';

/**
 * Clears what a lookup that was put back holds of records that were deleted while it was away:
 * nobody saw then that it pointed at them. The rows of the records are locked by the caller.
 */
export async function clearDangling(
  tx: Tx,
  object: CompanyObject,
  fieldId: FieldId,
  ids: readonly RecordId[],
): Promise<void> {
  const field = [...object.fields.values()].find(
    ({ storage }) => storage.kind === 'custom' && storage.fieldId === fieldId,
  );
  const target = field?.settings.target;
  if (!field || target === undefined) return;
  const { name } = field;
  const rows = await tx.rows<{ id: RecordId; target: string }>(
    sql(`select t.id, t.custom ->> $3 as target from ${object.table.name} t
      where t.company_id = $1 and t.id = any($2::uuid[]) and t.custom ? $3`),
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id), name],
  );
  const wanted = [...new Set(rows.map((row) => row.target))];
  const found =
    wanted.length === 0 ? null : await lockTargets(tx, object.model, target, wanted, true);
  const dangling = rows.filter((row) => found && !found.has(row.target));
  await storeComputed(tx, object, new Map(dangling.map(({ id }) => [id, { [name]: null }])));
  for (const { id, target: gone } of dangling) {
    audit(tx, {
      action: `${object.name}.updated`,
      object: object.name,
      recordId: id,
      before: { [name]: gone },
      after: { [name]: null },
    });
  }
}

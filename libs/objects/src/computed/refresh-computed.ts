import { sql, type Tx, arrays } from '@quittance/database';
import {
  type RecordId,
  type CompanyObject,
  formulaPlan,
  storedFormulas,
} from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import { requestTooCostly } from '../objects.errors.js';
import { recordRows, type RecordRow } from '../records/record-rows.js';
import { storeSideRows } from '../values/side-rows.js';
import { storedRollupsOver, maintainRollups } from './maintain-rollups.js';
import { storeComputed } from './store-computed.js';
import { withoutChildren } from './without-children.js';

/** A record that another lib has written by its own statements. */
export interface WrittenRecord {
  readonly id: RecordId;
  /** Members as they were, those that may differ at least; null of a new record. */
  readonly before: FieldValues | null;
}

/**
 * Whether formulas of the object or roll-ups over it are stored: else there is nothing to refresh.
 */
export function storesComputed(object: CompanyObject): boolean {
  return storesOwnComputed(object) || storedRollupsOver(object).length > 0;
}

/** The same of what lies in the records of the object themselves. */
function storesOwnComputed(object: CompanyObject): boolean {
  return formulaPlan(object).stored.length > 0 || Object.keys(withoutChildren(object)).length > 0;
}

/**
 * Brings what is stored of formulas and roll-ups up to date with records whose rows are written: in
 * the same few statements for any number.
 */
export async function refreshComputed(
  tx: Tx,
  object: CompanyObject,
  written: readonly WrittenRecord[],
): Promise<void> {
  if (written.length === 0 || !storesComputed(object)) return;
  const rows = recordRows(object);
  const ids = [...new Set(written.map(({ id }) => id))];
  const found = await tx.rows<RecordRow>(
    sql(`select ${rows.select} from ${object.table.name} t
      where t.company_id = $1 and t.id = any($2::uuid[])`),
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
  const views = new Map(found.map((row) => [row.id as RecordId, rows.view(row)]));
  const formulas = new Map<RecordId, Readonly<Record<string, FieldValue>>>();
  if (storesOwnComputed(object)) {
    const fresh = new Set(written.flatMap(({ id, before }) => (before === null ? [id] : [])));
    for (const [id, view] of views) {
      const begun = fresh.has(id) ? unknownOf(view, withoutChildren(object)) : {};
      formulas.set(id, { ...begun, ...(await storedFormulas(object, view, tx.ctx)) });
    }
    if (tx.ctx.work?.exhausted) throw requestTooCostly({ object: object.name });
    await storeComputed(tx, object, formulas);
    await storeSideRows(tx, object, [...views.keys()], { fresh: false });
  }
  const changes = written.map(({ id, before }) => {
    const view = views.get(id);
    return { before, after: view ? { ...view, ...formulas.get(id) } : null };
  });
  await maintainRollups(tx, object, changes);
}

function unknownOf(view: FieldValues, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => (view[name] ?? null) === null),
  );
}

import { sql, type Tx } from '@quittance/database';
import type { FieldId } from '@quittance/fields';
import { purposesOf, type IndexedField, type IndexState } from './field-index.js';

/** What is kept of one field now, locked. */
const LOCK = sql(`
  select purpose, kind, state, rebuild from objects.field_index
  where company_id = $1 and field_id = $2 for update`);

/** A purpose begins, or begins anew behind the removal of its left-overs. */
const START = sql(`
  insert into objects.field_index (company_id, field_id, purpose, object, name, kind, state,
  started_at)
  values ($1, $2, $3, $4, $5, $6, 'building', $7)
  on conflict (company_id, field_id, purpose) do update
    set kind = excluded.kind, state = 'emptying', rebuild = true, horizon = null, position = null,
      started_at = excluded.started_at`);

const STOP = sql(`
  update objects.field_index
  set state = 'emptying', rebuild = false, horizon = null, position = null, started_at = $4
  where company_id = $1 and field_id = $2 and purpose = $3`);

/**
 * Lets the side tables keep what a custom field needs there, from the next statement on; what is
 * already stored is brought in by the worker, and until then lists read the documents. Call it
 * whenever a field is defined, changed, deleted (`null`) or restored, in the transaction of the
 * change. Nothing happens where nothing has changed.
 */
export async function keepFieldIndexes(
  tx: Tx,
  objectName: string,
  fieldId: FieldId,
  field: IndexedField | null,
): Promise<void> {
  const { companyId, now } = tx.ctx;
  const wanted = field ? purposesOf(field) : new Map<never, never>();
  const kept = await tx.rows<{
    purpose: string;
    kind: string;
    state: IndexState;
    rebuild: boolean;
  }>(LOCK, [companyId, fieldId]);
  for (const [purpose, kind] of wanted) {
    const found = kept.find((each) => each.purpose === purpose);
    const stays = found && found.kind === kind && found.rebuild && found.state !== 'failed';
    if (stays || !field) continue;
    await tx.run(START, [companyId, fieldId, purpose, objectName, field.name, kind, now]);
  }
  for (const { purpose, rebuild } of kept) {
    if ((wanted as ReadonlyMap<string, string>).has(purpose) || !rebuild) continue;
    await tx.run(STOP, [companyId, fieldId, purpose, now]);
  }
}

/** How far the side tables have come with each field of the company. */
export interface FieldIndexState {
  readonly fieldId: FieldId;
  readonly purpose: string;
  readonly state: IndexState;
}

/** By the key of the company. */
const READ_STATES = sql(`
  select field_id as "fieldId", purpose, state from objects.field_index
  where company_id = $1 and rebuild`);

export function readFieldIndexes(tx: Tx): Promise<FieldIndexState[]> {
  return tx.rows<FieldIndexState>(READ_STATES, [tx.ctx.companyId]);
}

/** How far the side tables of a company's own fields have come. */
export const fieldIndexes = {
  keep: keepFieldIndexes,
  read: readFieldIndexes,
} as const;

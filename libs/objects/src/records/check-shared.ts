import { arrays, type Tx } from '@quittance/database';
import type { Field } from '@quittance/fields';
import { reachedObject, type CompanyObject } from '@quittance/metadata';
import type { Draft } from './draft.js';
import type { RecordOptions } from './record-write.js';

/**
 * What a record says of whom it is about, and what it points at says too, must be one and the same:
 * a case of one account has no contact of another. Asked where either of the two is news; a target
 * that says nothing goes with all. One statement for each such field.
 */
export async function checkShared(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  { trusted, unscoped }: RecordOptions,
): Promise<void> {
  // Somebody of a customer may ask for another account of theirs.
  if (trusted || unscoped) return;
  for (const field of object.fields.values()) {
    const { name, settings } = field;
    const shared = settings.sharedField;
    if (shared === undefined) continue;
    const asked = drafts.filter(
      ({ values, after }) =>
        (values[name] !== undefined || values[shared] !== undefined) &&
        typeof after[name] === 'string' &&
        typeof after[shared] === 'string',
    );
    if (asked.length === 0) continue;
    const said = await saidThere(tx, object, field, asked);
    for (const { after, errors } of asked) {
      const there = said.get(after[name] as string);
      if (there === undefined || there === null || there === after[shared]) continue;
      const message = `belongs to another ${settings.sharedField?.replace(/Id$/, '')}`;
      errors.push({ pointer: `/${name}`, code: 'mismatch', message });
    }
  }
}

async function saidThere(
  tx: Tx,
  { model }: CompanyObject,
  field: Field,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, string | null>> {
  const target = reachedObject(model, field);
  const there = target?.fields.get(field.settings.sharedField ?? '')?.storage;
  if (!target || there?.kind !== 'column') return new Map();
  const ids = [...new Set(drafts.map(({ after }) => after[field.name] as string))];
  const rows = await tx.rows<{ id: string; said: string | null }>(
    `select t.id, t.${there.column} as said from ${target.table.name} t
     where t.company_id = $1::uuid and t.id = any($2::uuid[])`,
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
  return new Map(rows.map(({ id, said }) => [id, said]));
}

import { arrays, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Bind } from '@quittance/lists';
import type { CompanyModel, RecordId, RecordView } from '@quittance/metadata';
import { readRecords } from '../records/read-records.js';
import { pointedAt } from './pointed-target.js';

/**
 * What names these records to a person: one statement for all that are of one kind. What the actor
 * may not see has no title.
 */
export async function pointedTitles(
  tx: Tx,
  model: CompanyModel,
  target: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const at = pointedAt(tx.ctx, model, target);
  if (!at?.isShown || ids.length === 0) return new Map();
  const title = at.title('t');
  if (title === undefined) {
    const records = await pointedRecords(tx, model, target, ids);
    const field = at.object?.titleField ?? '';
    return new Map([...records].map(([id, record]) => [id, String(record[field] ?? '')]));
  }
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid([...new Set(ids)], (id) => id)];
  const scope = at.scope('t', (value) => `$${params.push(value)}`);
  const rows = await tx.rows<{ id: string; title: string | null }>(
    `select t.id, ${title}::text as title from ${at.table} t
     where t.company_id = $1::uuid and t.id = any($2::uuid[])
       and ${at.live('t')}${scope === null ? '' : ` and ${scope}`}`,
    params,
  );
  return new Map(rows.map(({ id, title: text }) => [id, text ?? '']));
}

/**
 * SQL of the same of one, by SQL of its id: null of what the actor may not see. Undefined where
 * they see none of that kind, or titles are worked out on read.
 */
export function pointedNaming(
  ctx: Ctx,
  model: CompanyModel,
  target: string,
): ((id: string, bind: Bind) => string) | undefined {
  const at = pointedAt(ctx, model, target);
  const title = at?.title('named');
  if (!at?.isShown || title === undefined) return undefined;
  return (id, bind) => {
    const scope = at.scope('named', bind);
    return `(select ${title} from ${at.table} named
      where named.company_id = ${bind(ctx.companyId)}::uuid and named.id = ${id}
        and ${at.live('named')}${scope === null ? '' : ` and ${scope}`})`;
  };
}

/** The records that rows point at with all that the actor may see of them, by their ids. */
export async function pointedRecords(
  tx: Tx,
  model: CompanyModel,
  target: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const at = pointedAt(tx.ctx, model, target);
  if (!at?.isOpen || ids.length === 0) return new Map();
  if (!at.object) {
    const titles = await pointedTitles(tx, model, target, ids);
    return new Map([...titles].map(([id, name]) => [id, { id, name }]));
  }
  const wanted = [...new Set(ids)] as RecordId[];
  const records: readonly RecordView[] = await readRecords(tx, at.object, wanted);
  const hidden = tx.ctx.permissions.fields?.(at.object.resource)?.hidden;
  const shown = (record: RecordView) =>
    hidden
      ? Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)))
      : record;
  return new Map(records.map((record) => [record.id, shown(record)]));
}

import type { Bind, ListNarrowing } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import { liveRows, seenRows, waysOf } from './owned-rows.js';

/** The columns of a row that say which record it is about, of whatever object. */
interface AboutColumns {
  readonly object: string;
  readonly recordId: string;
  /**
   * Also what is about records that are gone, for whoever sees all of their object, and about those
   * of objects that are gone, for administrators.
   */
  readonly gone?: true;
}

/** Objects whose records are in one table and seen by one rule. */
interface Seen {
  readonly isWhole: boolean;
  readonly objects: CompanyObject[];
}

/**
 * What is about records that the actor may see, and about no others: each is looked for by its
 * primary key. All custom objects are in one table, so they are asked for together. The company is
 * bound at the first place.
 */
export function seenAbout(ctx: Ctx, model: CompanyModel, columns: AboutColumns): ListNarrowing {
  if (columns.gone && ctx.permissions.all) return () => 'true';
  const groups = new Map<string, Seen>();
  for (const object of model.objects.values()) {
    const { custom, name, resource } = object;
    if (!ctx.permissions.can(resource, 'view')) continue;
    const scope = waysOf(object) ? ctx.permissions.scope(resource, 'view') : 'all';
    const key = custom ? `custom ${scope}` : name;
    const group = groups.get(key);
    if (group) group.objects.push(object);
    else groups.set(key, { isWhole: scope === 'all', objects: [object] });
  }
  return (bind) =>
    groups.size === 0
      ? 'false'
      : `(${[...groups.values()].map((seen) => seenOf(ctx, seen, columns, bind)).join(' or ')})`;
}

function seenOf(
  ctx: Ctx,
  { isWhole, objects }: Seen,
  { object, recordId, gone }: AboutColumns,
  bind: Bind,
): string {
  const [first] = objects as [CompanyObject];
  const isNamed = `${object} = any(${bind(objects.map(({ name }) => name))}::text[])`;
  if (isWhole && gone) return `(${isNamed})`;
  const ids = objects.flatMap(({ table: { objectId } }) => (objectId === null ? [] : [objectId]));
  const scope = isWhole ? null : seenRows(ctx, first, 't', bind);
  const parts = [
    `t.company_id = $1::uuid and t.id = ${recordId}`,
    ids.length > 0
      ? `t.deleted_at is null and t.object_id = any(${bind(ids)}::uuid[])`
      : liveRows(first, 't'),
    ...(scope === null ? [] : [scope]),
  ];
  return `(${isNamed}
    and exists (select from ${first.table.name} t where ${parts.join(' and ')}))`;
}

import { reach, type RecordReach } from '@quittance/access';
import type { Bind, ListNarrowing } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { CompanyModel, CompanyObject, RecordObject } from '@quittance/metadata';

/**
 * The record scope of a resource as SQL over a row with `owner_id`: null when the actor sees every
 * record. An actor without a user owns nothing. Without an action it is that of what the request
 * does.
 */
export function ownedRows(
  ctx: Ctx,
  resource: string,
  alias: string,
  bind: Bind,
  action?: 'view',
): string | null {
  const scope = ctx.permissions.scope(resource, action);
  return reach.within(ctx, scope, { ways: [[]], alias }, bind);
}

/** What tells whose the records of an object are. */
export type ScopedObject = Pick<RecordObject, 'owned' | 'resource' | 'ways'>;

/** Null where they are nobody's. */
export function waysOf({
  owned,
  ways,
}: Omit<ScopedObject, 'resource'>): RecordReach['ways'] | null {
  return owned ? [[]] : (ways ?? null);
}

/** The same for the records of an object; one without owners has no scope. */
export function recordScope(
  ctx: Ctx,
  object: ScopedObject,
  alias: string,
  bind: Bind,
): string | null {
  return scopedRows(ctx, object, alias, bind);
}

/**
 * What of an object may be shown beside a record of another one: over a lookup, in a roll-up, as a
 * duplicate. The route has asked for the right on its own resource only, so that of this one is
 * asked here: of an object that the actor may not view there is nothing.
 */
export function seenRows(ctx: Ctx, object: ScopedObject, alias: string, bind: Bind): string | null {
  return ctx.permissions.can(object.resource, 'view')
    ? shownRows(ctx, object, alias, bind)
    : 'false';
}

/**
 * What of an object a record may point at: whatever the request does to its own, all that is shown.
 */
export function namedRows(
  ctx: Ctx,
  object: ScopedObject,
  alias: string,
  bind: Bind,
): string | null {
  return ctx.permissions.can(object.resource, 'view')
    ? shownRows(ctx, object, alias, bind)
    : recordScope(ctx, object, alias, bind);
}

/**
 * What a record may point at of a target whose rows are records of an object that goes by another
 * name there. Whoever may not look at those at all names them by their ids, as in sales.
 */
export function targetRows(
  ctx: Ctx,
  object: ScopedObject | undefined,
  alias: string,
  bind: Bind,
): string | null {
  const isAsked = object !== undefined && ctx.permissions.can(object.resource, 'view');
  return isAsked ? shownRows(ctx, object, alias, bind) : null;
}

function shownRows(ctx: Ctx, object: ScopedObject, alias: string, bind: Bind): string | null {
  return scopedRows(ctx, object, alias, bind, 'view');
}

function scopedRows(
  ctx: Ctx,
  object: ScopedObject,
  alias: string,
  bind: Bind,
  action?: 'view',
): string | null {
  const ways = waysOf(object);
  if (ways === null) return null;
  return reach.within(ctx, ctx.permissions.scope(object.resource, action), { ways, alias }, bind);
}

/**
 * Which rows of its table are records of the object, without a bound value; `true` where all are.
 */
export function liveRows({ table }: RecordObject, alias: string): string {
  const { softDelete, objectId } = table;
  const parts = softDelete ? [`${alias}.deleted_at is null`] : [];
  if (objectId !== null) parts.push(`${alias}.object_id = '${objectId}'::uuid`);
  return parts.join(' and ') || 'true';
}

/**
 * The same with the id of a custom object bound: the text is then one for all of them, so that it
 * may be prepared. With a text for each, the prepared ones of all companies would fill the
 * connections.
 */
export function liveRowsBound({ table }: RecordObject, alias: string, place: string): string {
  const { softDelete, objectId } = table;
  const parts = softDelete ? [`${alias}.deleted_at is null`] : [];
  if (objectId !== null) parts.push(`${alias}.object_id = ${place}::uuid`);
  return parts.join(' and ') || 'true';
}

/** What is bound at that place: nothing for a built-in object. */
export function objectParams({ table: { objectId } }: RecordObject): readonly string[] {
  return objectId === null ? [] : [objectId];
}

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
function seenAbout(ctx: Ctx, model: CompanyModel, columns: AboutColumns): ListNarrowing {
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

/** Which rows of an object there are, and which of them the actor may see, as SQL. */
export const rowScope = {
  live: liveRows,
  owned: ownedRows,
  seen: seenRows,
  target: targetRows,
  about: seenAbout,
} as const;

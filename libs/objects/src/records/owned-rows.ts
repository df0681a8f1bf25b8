import { reach, type RecordReach } from '@quittance/access';
import type { Bind } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';

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

/** Which rows of an object there are, and which of them the actor may see, as SQL. */
export const rowScope = {
  live: liveRows,
  owned: ownedRows,
  seen: seenRows,
  target: targetRows,
} as const;

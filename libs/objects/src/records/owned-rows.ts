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
  if (scope === 'all') return null;
  const user = `${bind(ctx.userId)}::uuid`;
  const own = `${alias}.owner_id = ${user}`;
  if (scope === 'own') return own;
  const company = `${bind(ctx.companyId)}::uuid`;
  return `(${own} or ${alias}.owner_id in (
    select mate.id from identity.pub_user mate
    join identity.pub_user me on me.company_id = ${company} and me.team = mate.team
    where mate.company_id = ${company} and me.id = ${user}))`;
}

/** The same for the records of an object; one without owners has no scope. */
export function recordScope(
  ctx: Ctx,
  { owned, resource }: Pick<RecordObject, 'owned' | 'resource'>,
  alias: string,
  bind: Bind,
): string | null {
  return owned ? ownedRows(ctx, resource, alias, bind) : null;
}

/**
 * What of an object may be shown beside a record of another one: over a lookup, in a roll-up, as a
 * duplicate. The route has asked for the right on its own resource only, so that of this one is
 * asked here: of an object that the actor may not view there is nothing.
 */
export function seenRows(
  ctx: Ctx,
  object: Pick<RecordObject, 'owned' | 'resource'>,
  alias: string,
  bind: Bind,
): string | null {
  return ctx.permissions.can(object.resource, 'view')
    ? shownRows(ctx, object, alias, bind)
    : 'false';
}

/**
 * What of an object a record may point at: whatever the request does to its own, all that is shown.
 */
export function namedRows(
  ctx: Ctx,
  object: Pick<RecordObject, 'owned' | 'resource'>,
  alias: string,
  bind: Bind,
): string | null {
  return ctx.permissions.can(object.resource, 'view')
    ? shownRows(ctx, object, alias, bind)
    : recordScope(ctx, object, alias, bind);
}

function shownRows(
  ctx: Ctx,
  { owned, resource }: Pick<RecordObject, 'owned' | 'resource'>,
  alias: string,
  bind: Bind,
): string | null {
  return owned ? ownedRows(ctx, resource, alias, bind, 'view') : null;
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
} as const;

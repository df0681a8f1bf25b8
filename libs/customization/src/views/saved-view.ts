import { sql, type Tx } from '@quittance/database';
import { invalidFields, type FieldError, type UserId } from '@quittance/kernel';
import { userRequired, viewNotYours } from '../customization.errors.js';
import type { NewListView } from './list-of-view.js';
import {
  NOBODY,
  type RoleRef,
  type SharedWith,
  type ViewContent,
  type Visibility,
} from './stored-view.js';
import type { View } from './view.entity.js';

export interface NewView extends NewListView {
  readonly object: string;
  readonly visibility?: Visibility;
  readonly sharedWith?: Partial<SharedWith>;
}

export type ViewPatch = Partial<
  ViewContent & { readonly visibility: Visibility; readonly sharedWith: Partial<SharedWith> }
>;

/** Of the ids given, those there are. */
const KNOWN = sql(`
  select r.id::text from access.pub_role r where r.company_id = $1 and r.id = any($2::uuid[])
  union all
  select u.id::text from identity.pub_user u where u.company_id = $1 and u.id = any($3::uuid[])`);

/** The user behind the actor. @throws DomainError user_required */
export function ownerOf({ ctx }: Tx): UserId {
  if (ctx.userId === null) throw userRequired();
  return ctx.userId;
}

/** @throws DomainError view_not_yours */
export function checkOwner({ ctx }: Tx, { ownerId, visibility, name }: View): void {
  const own = ownerId !== null && ownerId === ctx.userId;
  const ownerless = visibility === 'public' && ctx.permissions.granted('customization');
  if (!own && !ownerless) throw viewNotYours({ name });
}

/**
 * With whom a view is shared; only a shared one is shared with somebody, and with at least one.
 * @throws DomainError validation_failed
 */
export async function checkedSharing(
  tx: Tx,
  visibility: Visibility,
  given: Partial<SharedWith> = {},
): Promise<SharedWith> {
  const roleIds = [...new Set(given.roleIds ?? [])];
  const userIds = [...new Set(given.userIds ?? [])];
  const some = roleIds.length + userIds.length > 0;
  if (visibility !== 'shared') {
    if (!some) return NOBODY;
    throw invalidFields([fault('state', `must be empty in a ${visibility} view`)]);
  }
  if (!some) throw invalidFields([fault('required', 'must name a role or a user')]);
  const rows = await tx.rows<{ id: string }>(KNOWN, [tx.ctx.companyId, roleIds, userIds]);
  const known = new Set(rows.map(({ id }) => id));
  const errors = [
    ...unknown('roleIds', roleIds, known, 'role'),
    ...unknown('userIds', userIds, known, 'user'),
  ];
  if (errors.length > 0) throw invalidFields(errors);
  return { roleIds, userIds };
}

const fault = (code: string, message: string): FieldError => ({
  pointer: '/sharedWith',
  code,
  message,
});

function unknown(
  member: string,
  ids: readonly (RoleRef | UserId)[],
  known: ReadonlySet<string>,
  noun: string,
): FieldError[] {
  return ids.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ pointer: `/sharedWith/${member}/${i}`, code: 'reference', message: `is no ${noun}` }],
  );
}

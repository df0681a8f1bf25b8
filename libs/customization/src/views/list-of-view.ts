import type { Tx } from '@quittance/database';
import { invalidField, newId, notFound, type UserId } from '@quittance/kernel';
import type { ListCatalogue, ListShape } from '../lists/list-catalogue.js';
import { NOBODY, type ViewContent } from './stored-view.js';
import type { View } from './view.entity.js';

/** Without what a request may leave out. */
export type NewListView = Pick<ViewContent, 'name'> & Partial<ViewContent>;

/** The list of an object in the path. @throws DomainError not_found */
export async function listInPath(tx: Tx, lists: ListCatalogue, object: string): Promise<ListShape> {
  const shape = await lists.find(tx, object);
  if (!shape) throw notFound({ object: 'object' });
  return shape;
}

/**
 * The list that a saved view is for.
 * @throws DomainError validation_failed when there is none that the actor may see
 */
export async function listInBody(tx: Tx, lists: ListCatalogue, object: string): Promise<ListShape> {
  const shape = await lists.find(tx, object);
  if (shape && (shape.resource === null || tx.ctx.permissions.can(shape.resource, 'view'))) {
    return shape;
  }
  throw invalidField('/object', 'unknown_object', 'names no list that you may see');
}

/** The row of a new view: a list view unless more is told. */
export function aView(
  tx: Tx,
  { object, path }: Pick<ListShape, 'object' | 'path'>,
  content: NewListView,
  own: Pick<View, 'visibility' | 'sharedWith'> & { readonly ownerId: UserId | null } = {
    ownerId: null,
    visibility: 'public',
    sharedWith: NOBODY,
  },
  kind: View['kind'] = 'list_view',
): View {
  const { name, columns = null, sort = null, filter = null, isDefault = false } = content;
  const { now } = tx.ctx;
  const stored = { object, path, name, columns, sort, filter, isDefault };
  return {
    id: newId<'view'>(),
    kind,
    ...stored,
    ...own,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * What a patch may change, checked as far as it is sent: the rest may name fields that are gone.
 */
export function contentOfPatch(before: View, patch: Partial<ViewContent>): ViewContent {
  const { name = before.name, isDefault = before.isDefault } = patch;
  const { columns = null, sort = null, filter = null } = patch;
  return { name, isDefault, columns, sort, filter };
}

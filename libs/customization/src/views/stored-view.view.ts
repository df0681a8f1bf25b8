import type { Instant, UserId } from '@quittance/kernel';
import type { SharedWith, ViewContent, ViewId, Visibility } from './stored-view.js';
import type { View } from './view.entity.js';

/** A list view of an object as the API shows it. */
export interface ListViewView extends ViewContent {
  readonly id: ViewId;
  readonly object: string;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A saved view as the API shows it. */
export interface SavedViewView extends ListViewView {
  readonly ownerId: UserId | null;
  readonly visibility: Visibility;
  readonly sharedWith: SharedWith;
}

export function listViewView(view: View): ListViewView {
  const { id, object, name, columns, sort, filter, isDefault } = view;
  const { version, createdAt, updatedAt } = view;
  return { id, object, name, columns, sort, filter, isDefault, version, createdAt, updatedAt };
}

export function savedViewView(view: View): SavedViewView {
  const { ownerId, visibility, sharedWith } = view;
  return { ...listViewView(view), ownerId, visibility, sharedWith };
}

/** The whole state for log, revision and revert. */
export function viewState(view: View): Readonly<Record<string, unknown>> {
  const { kind, object, path, name, columns, sort, filter, isDefault } = view;
  const own = kind === 'view' && {
    ownerId: view.ownerId,
    visibility: view.visibility,
    sharedWith: view.sharedWith,
  };
  return { kind, object, path, name, columns, sort, filter, isDefault, ...own };
}

import {
  ANY_DAY,
  FilterParser,
  readStoredList,
  type SkippedPart,
  type StoredList,
} from '@quittance/lists';
import {
  invalidFields,
  type FieldError,
  type Id,
  type Instant,
  type UserId,
} from '@quittance/kernel';
import type { ListShape } from '../lists/list-catalogue.js';
import type { ViewEntity } from './view.entity.js';

export type ViewId = Id<'view'>;
export type RoleRef = Id<'role'>;

export const VISIBILITIES = ['private', 'shared', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Who may use a shared view beside its owner. */
export interface SharedWith {
  readonly roleIds: readonly RoleRef[];
  readonly userIds: readonly UserId[];
}

export const NOBODY: SharedWith = { roleIds: [], userIds: [] };

export type View = Omit<ViewEntity, 'companyId'>;

/** What of a list a view puts by, as it comes from a request. */
export interface ViewContent {
  readonly name: string;
  readonly columns: readonly string[] | null;
  readonly sort: string | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly isDefault: boolean;
}

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

export const MOST_COLUMNS = 100;
const MAX_SORT = 1000;

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

export function storedList({ columns, sort, filter }: ViewContent): StoredList {
  return { columns, sort, filter };
}

/**
 * Everything that is wrong with what a view puts by: unlike a stored one, one that is being saved
 * must be right as a whole.
 */
export function contentFaults(shape: ListShape, content: ViewContent): readonly FieldError[] {
  const { columns, sort, filter } = content;
  const plain = readStoredList(shape, { columns, sort, filter: null });
  // A field that is being built will soon be one to sort by.
  const errors = plain.skipped.filter(({ code }) => code !== 'field_not_ready').map(asFieldError);
  if (columns && new Set(columns).size < columns.length) {
    errors.push({ pointer: '/columns', code: 'duplicate', message: 'must name a column once' });
  }
  if (sort !== null) errors.push(...sortFaults(sort));
  if (filter !== null) {
    const parser = new FilterParser(shape.fields, { day: ANY_DAY, reach: shape.reach });
    parser.parse(filter);
    errors.push(
      ...parser.errors.map(({ pointer = '', code, message }) => {
        return { pointer: `/filter${pointer}`, code, message };
      }),
    );
  }
  return errors;
}

function sortFaults(sort: string): FieldError[] {
  const fault = (code: string, message: string) => [{ pointer: '/sort', code, message }];
  if (sort === '' || sort.length > MAX_SORT) return fault('format', 'must name 1 to 5 fields');
  const names = sort.split(',').map((each) => each.replace(/^-/, ''));
  if (names.length > 5) return fault('max', 'must have at most 5 fields');
  if (new Set(names).size < names.length) return fault('duplicate', 'must name a field once');
  return [];
}

function asFieldError({ pointer, code, message, field }: SkippedPart): FieldError {
  return { pointer, code, message: pointer === '/sort' ? `${field} ${message}` : message };
}

/** @throws DomainError validation_failed, with everything that is wrong */
export function checkContent(shape: ListShape, content: ViewContent): void {
  const errors = contentFaults(shape, content);
  if (errors.length > 0) throw invalidFields(errors);
}

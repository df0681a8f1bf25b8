import {
  ANY_DAY,
  FilterParser,
  readStoredList,
  type SkippedPart,
  type StoredList,
} from '@quittance/lists';
import { invalidFields, type FieldError, type Id, type UserId } from '@quittance/kernel';
import type { ListShape } from '../lists/list-catalogue.js';

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

/** What of a list a view puts by, as it comes from a request. */
export interface ViewContent {
  readonly name: string;
  readonly columns: readonly string[] | null;
  readonly sort: string | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly isDefault: boolean;
}

export const MOST_COLUMNS = 100;
const MAX_SORT = 1000;

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

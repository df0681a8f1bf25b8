import { Injectable } from '@nestjs/common';
import {
  invalidListRequest,
  type ListPage,
  type ReadList,
  type StoredList,
} from '@quittance/lists';
import { isUuid, type Ctx } from '@quittance/kernel';
import type { ListCall } from './list-call.js';
import { StoredViews } from './stored-views.js';

/** What of a stored view is not applied, as a list says it. */
export interface SkippedFilter {
  readonly pointer: string;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

/** Finds what was put by of a list. */
@Injectable()
export class ListStorage {
  constructor(private readonly views: StoredViews) {}

  /**
   * The view that the request names, or the default of the list; null without one.
   * @throws DomainError invalid_list_request, not_found
   */
  async of(ctx: Ctx, call: ListCall): Promise<StoredList | null> {
    const { view } = call.query;
    if (view !== undefined && !isUuid(view)) {
      const errors = [{ parameter: 'view', code: 'format', message: 'must be a UUID' }];
      throw invalidListRequest({}, { errors });
    }
    return view === undefined
      ? this.views.defaultOf(ctx, call.list)
      : this.views.view(ctx, call.list, view.toLowerCase());
  }
}

/** The text of a page with the columns that the default view gives the list. */
export function withColumns(page: string, columns: readonly string[]): string {
  return `${page.slice(0, -1)},"columns":${JSON.stringify(columns)}}`;
}

/** A page with what the view it was asked for adds to it. */
export function withView<Item extends object>(
  page: ListPage<Item>,
  { columns, skipped }: ReadList,
  { query }: ListCall,
): ListPage<Item> & { columns: readonly string[] | null; skippedFilters: SkippedFilter[] } {
  // A filter of the request stands in place of the view's: then none of that is skipped.
  const parts = query.filter === undefined ? skipped : [];
  const skippedFilters = parts
    .filter(({ part }) => part === 'filter')
    .map(({ pointer, field, code, message }) => ({ pointer, field, code, message }));
  return { ...page, columns, skippedFilters };
}

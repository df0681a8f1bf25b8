import type { ListDefinition } from '@quittance/database';

/** Holds the definition of a documented list on its handler. */
export const LIST_MARK = 'quittance:list';

/** What a handler's list may be filtered and sorted by, when it answers one. */
export function listOf(handler: object): Pick<ListDefinition, 'fields'> | undefined {
  return Reflect.getMetadata(LIST_MARK, handler) as Pick<ListDefinition, 'fields'> | undefined;
}

import type { ListDefinition } from '@quittance/lists';

/** Holds the definition of a documented list on its handler. */
export const LIST_MARK = 'quittance:list';

/** What a handler's list may be filtered and sorted by, when it answers one. */
export function listOf(handler: object): Pick<ListDefinition, 'fields' | 'columns'> | undefined {
  return Reflect.getMetadata(LIST_MARK, handler) as ReturnType<typeof listOf>;
}

/** Where `@ApiOperation` of the documentation library keeps what it is given. */
const OPERATION_MARK = 'swagger/apiOperation';

/** The sentence of a handler's `@ApiOperation`. */
export function summaryOf(handler: object): string | null {
  const stated = Reflect.getMetadata(OPERATION_MARK, handler) as { summary?: string } | undefined;
  return stated?.summary ?? null;
}

import type { ListDefinition } from '@quittance/lists';

/** Holds the definition of a documented list on its handler. */
export const LIST_MARK = 'quittance:list';

/** What a handler's list may be filtered and sorted by, when it answers one. */
export function listOf(handler: object): Pick<ListDefinition, 'fields' | 'columns'> | undefined {
  return Reflect.getMetadata(LIST_MARK, handler) as ReturnType<typeof listOf>;
}

/** Holds the members of a list's rows on its handler. */
export const MEMBERS_MARK = 'quittance:list-members';

/** The members that rows of a handler's list have by its documentation. */
export function rowMembersOf(handler: object): readonly string[] {
  return (Reflect.getMetadata(MEMBERS_MARK, handler) as readonly string[] | undefined) ?? [];
}

/** Where the documentation library keeps the members of a class, each behind a colon. */
const PROPERTIES_MARK = 'swagger/apiModelPropertiesArray';

/** The members of a documented class, those of its parents too. */
export function documentedMembers(dto: { readonly prototype: object }): readonly string[] {
  const kept = Reflect.getMetadata(PROPERTIES_MARK, dto.prototype) as readonly string[] | undefined;
  return (kept ?? []).map((name) => name.slice(1));
}

/** Where `@ApiOperation` of the documentation library keeps what it is given. */
const OPERATION_MARK = 'swagger/apiOperation';

/** The sentence of a handler's `@ApiOperation`. */
export function summaryOf(handler: object): string | null {
  const stated = Reflect.getMetadata(OPERATION_MARK, handler) as { summary?: string } | undefined;
  return stated?.summary ?? null;
}

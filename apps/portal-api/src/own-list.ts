import type { ListDefinition } from '@quittance/lists';

/** A list as it is documented that looks into nothing that its rows point at. */
export function ownList<List extends Pick<ListDefinition, 'fields' | 'defaultSort'>>(list: List) {
  return { ...list, reached: [] };
}
